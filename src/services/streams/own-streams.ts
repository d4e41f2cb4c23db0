import type { GoLive } from '#contract/streams.ts';
import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import { withProof } from '../http/proof.ts';

/** Begins or announces a stream. */
export const goLive = (api: Api, body: GoLive) => api.call('POST /streaming/live', { body });
export const changeStream = (api: Api, id: string, body: BodyOf<'PUT /streaming/live/:id'>) =>
  api.call('PUT /streaming/live/:id', { params: { id }, body });
export const reportDuration = (api: Api, body: BodyOf<'PUT /streaming/set-duration'>) =>
  api.call('PUT /streaming/set-duration', { body });
export const listOwnStreams = (api: Api, query: QueryOf<'GET /streaming/own/search'>, signal?: AbortSignal) =>
  api.call('GET /streaming/own/search', { query, signal });
export const getHealth = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /streaming/:id/health', { params: { id }, signal });
export const getStreamSettings = (api: Api, signal?: AbortSignal) =>
  api.call('GET /streaming/settings', { signal });
export const changeStreamSettings = (api: Api, body: BodyOf<'PUT /streaming/update'>) =>
  api.call('PUT /streaming/update', { body });
export const getEncoder = (api: Api, signal?: AbortSignal) => api.call('GET /streaming/encoder', { signal });
export const renewEncoderKey = (api: Api) => withProof(() => api.call('POST /streaming/encoder', {}));
