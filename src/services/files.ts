import type { Api } from './http/api.ts';
import type { BodyOf } from './http/call.ts';

/** Makes a file of what `cloudUpload` put into the cloud storage. */
export const createFile = (api: Api, body: BodyOf<'POST /files'>) => api.call('POST /files', { body });
export const getFileStatus = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /files/:id/status', { params: { id }, signal });
/** Processes a file that failed once more; nothing is uploaded again. */
export const retryFile = (api: Api, id: string) => api.call('POST /files/:id/retry', { params: { id } });
/** Orders a teaser cut from an own video; it comes `queued`. */
export const cutTeaser = (api: Api, id: string, body: BodyOf<'POST /files/:id/teaser'>) =>
  api.call('POST /files/:id/teaser', { params: { id }, body });
