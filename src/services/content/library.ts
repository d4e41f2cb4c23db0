import { type ListInput, list, read, write } from '../http/endpoints.ts';

export type LibraryFilter = Pick<NonNullable<ListInput<'GET /user/library'>['query']>, 'kind' | 'q'>;

/** Everything the user has bought. */
export const listLibrary = list('GET /user/library', { tags: ['Library'] });
/** What the user began to play. */
export const listUnfinished = read('GET /user/unfinished');
export const forgetUnfinished = write('DELETE /user/unfinished/:kind/:id');
