import { list, write } from '../http/endpoints.ts';

const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) =>
  problem ? [] : (['CoCreations'] as const);

/** Content that other creators have tagged this creator in. */
export const listCoCreations = list('GET /performer/co-creators', { tags: ['CoCreations'] });
/** Removes a tag: as the tagged creator, or as the creator who sent the request. */
export const withdrawCoCreation = write('DELETE /performer/co-creators/:id', { invalidates: stale });
export const answerCoCreation = write('PUT /performer/co-creators/:id', { invalidates: stale });
