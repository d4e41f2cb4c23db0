import type { SharedKind } from '#contract/content/co-creators.ts';
import type { Api } from '../http/api.ts';
import type { UploadInput } from '../http/upload.ts';

/** A video, gallery or photo. */
export interface Work {
  readonly kind: SharedKind;
  readonly id: string;
}

export const listReleases = (api: Api, signal?: AbortSignal) =>
  api.call('GET /performers/releases', { signal });
export const addRelease = (api: Api, input: UploadInput<'POST /performers/releases'>) =>
  api.upload('POST /performers/releases', input);
export const replaceRelease = (api: Api, input: UploadInput<'POST /performers/releases/:id/document'>) =>
  api.upload('POST /performers/releases/:id/document', input);
export const removeRelease = (api: Api, id: string) =>
  api.call('DELETE /performers/releases/:id', { params: { id } });
export const getPeopleInWork = (api: Api, { kind, id }: Work, signal?: AbortSignal) =>
  api.call('GET /performer/media-items/:kind/:id/people', { params: { kind, id }, signal });
export const namePeople = (api: Api, { kind, id, releaseIds }: Work & { readonly releaseIds: string[] }) =>
  api.call('PUT /performer/media-items/:kind/:id/people', { params: { kind, id }, body: { releaseIds } });
