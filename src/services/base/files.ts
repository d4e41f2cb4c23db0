import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';

/** Creates a file record from an object uploaded by `cloudUpload`. */
export const createFile = (api: Api, body: BodyOf<'POST /files'>) => api.call('POST /files', { body });
export const getFileStatus = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /files/:id/status', { params: { id }, signal });
/** Processes a failed file again, without uploading it again. */
export const retryFile = (api: Api, id: string) => api.call('POST /files/:id/retry', { params: { id } });
/** Requests a teaser cut from one of the creator's videos; it is returned as `queued`. */
export const cutTeaser = (api: Api, id: string, body: BodyOf<'POST /files/:id/teaser'>) =>
  api.call('POST /files/:id/teaser', { params: { id }, body });
