import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const createGallery = (api: Api, body: BodyOf<'POST /performer/performer-assets/galleries'>) =>
  api.call('POST /performer/performer-assets/galleries', { body });
export const listOwnGalleries = (
  api: Api,
  query: QueryOf<'GET /performer/performer-assets/galleries/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer/performer-assets/galleries/search', { query, signal });
export const getOwnGallery = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer/performer-assets/galleries/:id/view', { params: { id }, signal });
/** `version`: the `updatedAt` of what the change is about. */
export const updateGallery = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /performer/performer-assets/galleries/:id'> & { version?: string },
) =>
  api.call('PUT /performer/performer-assets/galleries/:id', {
    params: { id },
    body,
    ...(version && { version }),
  });
export const deleteGallery = (api: Api, id: string) =>
  api.call('DELETE /performer/performer-assets/galleries/:id', { params: { id } });
/** Takes the ids of all photos in the gallery, in their new order. */
export const orderGallery = (api: Api, id: string, photoIds: string[]) =>
  api.call('PUT /performer/performer-assets/galleries/:id/order', { params: { id }, body: { photoIds } });
/** Galleries of all creators, or of one. */
export const searchGalleries = (
  api: Api,
  query: QueryOf<'GET /performer-assets/galleries/search'>,
  signal?: AbortSignal,
) => api.call('GET /performer-assets/galleries/search', { query, signal });
export const getGallery = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /performer-assets/galleries/:id/view', { params: { id }, signal });
