import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const searchStreams = (api: Api, query: QueryOf<'GET /streaming/user/search'>, signal?: AbortSignal) =>
  api.call('GET /streaming/user/search', { query, signal });
export const getStream = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/:id', { params: { id }, signal });
export const listSupporters = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/:id/supporters', { params: { id }, signal });
export const setReminder = (api: Api, id: string) =>
  api.call('PUT /streaming/:id/reminder', { params: { id } });
export const removeReminder = (api: Api, id: string) =>
  api.call('DELETE /streaming/:id/reminder', { params: { id } });
/** Where to get the media of a stream. */
export const joinStream = (api: Api, id: string) => api.call('GET /streaming/join/:id', { params: { id } });
/** A fresh grant after a lost connection: to watch someone, or to send one's own media. */
export const renewGrant = (api: Api, body: BodyOf<'POST /streaming/agora/token'>) =>
  api.call('POST /streaming/agora/token', { body });
