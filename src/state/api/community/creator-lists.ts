import { limits } from '#config/limits.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { CreatorList, ListedCreator } from '#contract/content/creator-lists.ts';
import {
  addToList,
  createList,
  deleteList,
  getList,
  listCandidates,
  listListedCreators,
  listLists,
  removeFromList,
  renameList,
} from '#services/content/creator-lists.ts';
import { queryWith, pagesByOffset } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';

interface Place {
  readonly id: string;
  readonly performerId: string;
}

/** What shows who is in a list. Its creators stay on the page until it is reopened, so that they can be put back. */
const membership: readonly Tag[] = ['CreatorLists', 'Timeline'];

/** A person's private lists of creators. */
export const creatorListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them, because a person can have no more than one page; `performerId` asks which have that creator. */
    listLists: build.query<Page<CreatorList>, string | undefined>({
      queryFn: queryWith((services, performerId: string | undefined, signal) =>
        listLists(services, { performerId, limit: limits.creatorLists.most }, signal),
      ),
      providesTags: ['CreatorLists'],
    }),
    getList: build.query<CreatorList, string>({
      queryFn: queryWith(getList),
      providesTags: ['CreatorLists'],
    }),
    listListedCreators: build.infiniteQuery<Page<ListedCreator>, { readonly id: string }, number>({
      ...pagesByOffset(listListedCreators),
      providesTags: ['ListedCreators'],
    }),
    listCandidates: build.infiniteQuery<
      Page<PerformerCard>,
      { readonly id: string; readonly q?: string },
      number
    >({
      ...pagesByOffset(listCandidates),
      providesTags: ['ListedCreators'],
    }),
    createList: build.mutation<CreatorList, string>({
      queryFn: queryWith(createList),
      invalidatesTags: (_made, problem) => (problem ? [] : ['CreatorLists']),
    }),
    renameList: build.mutation<CreatorList, { readonly id: string; readonly name: string }>({
      queryFn: queryWith(renameList),
      invalidatesTags: (_renamed, problem) => (problem ? [] : ['CreatorLists']),
    }),
    deleteList: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteList),
    }),
    addToList: build.mutation<CreatorList, Place>({
      queryFn: queryWith(addToList),
      invalidatesTags: (_list, problem) => (problem ? [] : [...membership]),
    }),
    removeFromList: build.mutation<CreatorList, Place>({
      queryFn: queryWith(removeFromList),
      invalidatesTags: (_list, problem) => (problem ? [] : [...membership]),
    }),
  }),
});

export const {
  useListListsQuery,
  useGetListQuery,
  useListListedCreatorsInfiniteQuery,
  useListCandidatesInfiniteQuery,
  useCreateListMutation,
  useRenameListMutation,
  useDeleteListMutation,
  useAddToListMutation,
  useRemoveFromListMutation,
} = creatorListsApi;
