import type { GoLive } from '#contract/talk/streams/streams.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';
import { withProof } from '../../http/proof.ts';

/** Begins or announces a stream. */
export const goLive = (api: Api, body: GoLive) => api.call('POST /streaming/live', { body });
/** `version`: the `editedAt` of the stream that the change is about. */
export const changeStream = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /streaming/live/:id'> & { version?: string },
) => api.call('PUT /streaming/live/:id', { params: { id }, body, ...(version && { version }) });
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
