import { limits } from '#config/limits.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import { list, read, write } from '../http/endpoints.ts';

/** The item whose collections are asked for. */
export interface Collectable {
  readonly objectType: ObjectType;
  readonly objectId: string;
}

const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) =>
  problem ? [] : (['Collections'] as const);

/** A person's collections of bookmarks. */
export const listCollections = read('GET /bookmark-collections', { tags: ['Collections'] });
/** Asks for all of them, because a person can have no more than one page. */
export const allCollections = { limit: limits.collections.most };
export const getCollection = read('GET /bookmark-collections/:id', { tags: ['Collections'] });
export const createCollection = write('POST /bookmark-collections', { invalidates: stale });
export const renameCollection = write('PUT /bookmark-collections/:id', { invalidates: stale });
export const deleteCollection = write('DELETE /bookmark-collections/:id');
/** An item that was removed stays in the list until the list is reopened, so that it can be put back. */
export const listCollectionItems = list('GET /bookmark-collections/:id/items', {
  tags: (_pages, { params: { id } }) => [{ type: 'CollectionItems', id }],
});
export const addToCollection = write('PUT /bookmark-collections/:id/items/:objectType/:objectId', {
  invalidates: stale,
});
export const removeFromCollection = write('DELETE /bookmark-collections/:id/items/:objectType/:objectId', {
  invalidates: stale,
});
