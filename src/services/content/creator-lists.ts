import { limits } from '#config/limits.ts';
import { list, read, write } from '../http/endpoints.ts';

type Outcome = { readonly problem?: unknown };
const stale = (_input: unknown, { problem }: Outcome) => (problem ? [] : (['CreatorLists'] as const));
/** What shows who is in a list. Its creators stay on the page until it is reopened, so that they can be put back. */
const membership = (_input: unknown, { problem }: Outcome) =>
  problem ? [] : (['CreatorLists', 'Timeline'] as const);

/** A person's private lists of creators; `performerId` asks which have that creator. */
export const listLists = read('GET /creator-lists', { tags: ['CreatorLists'] });
/** Asks for all of them, because a person can have no more than one page. */
export const allLists = { limit: limits.creatorLists.most };
export const getList = read('GET /creator-lists/:id', { tags: ['CreatorLists'] });
export const createList = write('POST /creator-lists', { invalidates: stale });
export const renameList = write('PUT /creator-lists/:id', { invalidates: stale });
export const deleteList = write('DELETE /creator-lists/:id');
export const listListedCreators = list('GET /creator-lists/:id/creators', {
  tags: ['ListedCreators'],
  by: 'offset',
});
export const listCandidates = list('GET /creator-lists/:id/candidates', {
  tags: ['ListedCreators'],
  by: 'offset',
});
export const addToList = write('PUT /creator-lists/:id/creators/:performerId', { invalidates: membership });
export const removeFromList = write('DELETE /creator-lists/:id/creators/:performerId', {
  invalidates: membership,
});
