import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const react = (api: Api, body: BodyOf<'POST /reactions'>) => api.call('POST /reactions', { body });
export const unreact = (api: Api, body: BodyOf<'DELETE /reactions'>) =>
  api.call('DELETE /reactions', { body });

type Paged = QueryOf<'GET /reactions/feeds/bookmark'>;
export const listPostBookmarks = (api: Api, query: Paged, signal?: AbortSignal) =>
  api.call('GET /reactions/feeds/bookmark', { query, signal });
export const listGalleryBookmarks = (api: Api, query: Paged, signal?: AbortSignal) =>
  api.call('GET /reactions/galleries/bookmark', { query, signal });
/** Bookmarked items other than posts and galleries; all types have the same reply. */
export const listBookmarks = (
  api: Api,
  { type, ...query }: Paged & { type: 'videos' | 'photos' | 'products' | 'auctions' },
  signal?: AbortSignal,
) => api.call('GET /reactions/:type/bookmark', { params: { type }, query, signal });
