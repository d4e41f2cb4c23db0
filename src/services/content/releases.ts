import type { SharedKind } from '#contract/content/co-creators.ts';
import type { Api } from '../http/api.ts';
import { read, write } from '../http/endpoints.ts';
import type { UploadInput } from '../http/upload.ts';

/** A video, gallery or photo. */
export interface Work {
  readonly kind: SharedKind;
  readonly id: string;
}

const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) =>
  problem ? [] : (['Releases'] as const);

/** People without an account. Documents are uploaded by the forms themselves. */
export const listReleases = read('GET /performers/releases', { tags: ['Releases'] });
export const addRelease = (api: Api, input: UploadInput<'POST /performers/releases'>) =>
  api.upload('POST /performers/releases', input);
export const replaceRelease = (api: Api, input: UploadInput<'POST /performers/releases/:id/document'>) =>
  api.upload('POST /performers/releases/:id/document', input);
export const removeRelease = write('DELETE /performers/releases/:id', { invalidates: stale });
/** Who a work names. */
export const getPeopleInWork = read('GET /performer/media-items/:kind/:id/people', { tags: ['Releases'] });
export const namePeople = write('PUT /performer/media-items/:kind/:id/people', { invalidates: stale });
