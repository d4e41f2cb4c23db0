import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

/** `key` is an idempotency key, one per request. */
export const askForPrivateStream = (api: Api, key: string, body: BodyOf<'POST /streaming/private'>) =>
  api.call('POST /streaming/private', { body, key });
/** The viewer's private streams as fan or as creator, newest first. */
export const listPrivateStreams = (
  api: Api,
  query: QueryOf<'GET /streaming/private/search'>,
  signal?: AbortSignal,
) => api.call('GET /streaming/private/search', { query, signal });
export const getPrivateStream = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/private/:id', { params: { id }, signal });
/** Whether a creator takes private streams, and their prices. */
export const getPrivateTerms = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/private/terms/:id', { params: { id }, signal });
export const getPrivateStatement = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/private/:id/statement', { params: { id }, signal });
export const acceptPrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/accept', { params: { id } });
export const declinePrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/decline', { params: { id } });
export const postponePrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/later', { params: { id } });
export const cancelPrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/cancel', { params: { id } });
export const endPrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/end', { params: { id } });
/** `key` is an idempotency key, one per visit. */
export const spectatePrivateStream = (
  api: Api,
  key: string,
  { id, ...body }: BodyOf<'POST /streaming/private/:id/spectate'> & { readonly id: string },
) => api.call('POST /streaming/private/:id/spectate', { params: { id }, body, key });
export const leavePrivateStream = (api: Api, id: string) =>
  api.call('POST /streaming/private/:id/leave', { params: { id } });
