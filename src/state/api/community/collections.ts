import type { BookmarkCollection, CollectedBookmark } from '#contract/content/collections.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import { limits } from '#config/limits.ts';
import {
  addToCollection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionItems,
  listCollections,
  removeFromCollection,
  renameCollection,
} from '#services/content/collections.ts';
import { queryWith, pagesByKey } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';

/** The item whose collections are asked for. */
export interface Collectable {
  readonly objectType: ObjectType;
  readonly objectId: string;
}
interface Place extends Collectable {
  readonly id: string;
}

/**
 * A person's collections of bookmarks. An item that was removed stays in the list until the list is reopened,
 * so that it can be put back.
 */
export const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them, because a person can have no more than one page. */
    listCollections: build.query<Page<BookmarkCollection>, Collectable | undefined>({
      queryFn: queryWith((services, about: Collectable | undefined, signal) =>
        listCollections(services, { ...about, limit: limits.collections.most }, signal),
      ),
      providesTags: ['Collections'],
    }),
    getCollection: build.query<BookmarkCollection, string>({
      queryFn: queryWith(getCollection),
      providesTags: ['Collections'],
    }),
    listCollectionItems: build.infiniteQuery<Page<CollectedBookmark>, { readonly id: string }, string | null>(
      {
        ...pagesByKey(listCollectionItems),
        providesTags: (_pages, _problem, { id }): Tag[] => [{ type: 'CollectionItems', id }],
      },
    ),
    createCollection: build.mutation<BookmarkCollection, string>({
      queryFn: queryWith(createCollection),
      invalidatesTags: (_made, problem) => (problem ? [] : ['Collections']),
    }),
    renameCollection: build.mutation<BookmarkCollection, { readonly id: string; readonly name: string }>({
      queryFn: queryWith(renameCollection),
      invalidatesTags: (_renamed, problem) => (problem ? [] : ['Collections']),
    }),
    deleteCollection: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteCollection),
    }),
    addToCollection: build.mutation<BookmarkCollection, Place>({
      queryFn: queryWith(addToCollection),
      invalidatesTags: (_collection, problem) => (problem ? [] : ['Collections']),
    }),
    removeFromCollection: build.mutation<BookmarkCollection, Place>({
      queryFn: queryWith(removeFromCollection),
      invalidatesTags: (_collection, problem) => (problem ? [] : ['Collections']),
    }),
  }),
});

export const {
  useListCollectionsQuery,
  useGetCollectionQuery,
  useListCollectionItemsInfiniteQuery,
  useCreateCollectionMutation,
  useRenameCollectionMutation,
  useDeleteCollectionMutation,
  useAddToCollectionMutation,
  useRemoveFromCollectionMutation,
} = collectionsApi;
