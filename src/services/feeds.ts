import type { Api } from './api.ts';
import type { BodyOf, QueryOf } from './call.ts';
import type { UploadInput } from './upload.ts';

export const createFeed = (api: Api, body: BodyOf<'POST /performer/feeds'>) => api.call('POST /performer/feeds', { body });
export const listOwnFeeds = (api: Api, query: QueryOf<'GET /performer/feeds'>, signal?: AbortSignal) => api.call('GET /performer/feeds', { query, signal });
export const getOwnFeed = (api: Api, id: string, signal?: AbortSignal) => api.call('GET /performer/feeds/:id', { params: { id }, signal });
export const updateFeed = (api: Api, id: string, body: BodyOf<'PUT /performer/feeds/:id'>) => api.call('PUT /performer/feeds/:id', { params: { id }, body });
export const deleteFeed = (api: Api, id: string) => api.call('DELETE /performer/feeds/:id', { params: { id } });
export const uploadFeedPhoto = (api: Api, input: UploadInput<'POST /performer/feeds/photo/upload'>) => api.upload('POST /performer/feeds/photo/upload', input);
/** The timeline, or one creator's posts. */
export const listFeeds = (api: Api, query: QueryOf<'GET /user/feeds'>, signal?: AbortSignal) => api.call('GET /user/feeds', { query, signal });
export const getFeed = (api: Api, id: string, signal?: AbortSignal) => api.call('GET /user/feeds/:id', { params: { id }, signal });
