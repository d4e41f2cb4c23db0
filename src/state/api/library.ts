import type { LibraryItem, Unfinished } from '#contract/content/library.ts';
import type { QueryOf } from '#services/http/call.ts';
import { forgetUnfinished, listLibrary, listUnfinished } from '#services/content/library.ts';
import { pagesByKey, queryWith } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type LibraryFilter = Pick<QueryOf<'GET /user/library'>, 'kind' | 'q'>;

/** Everything the user has bought, and what they began to play. */
export const libraryApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLibrary: build.infiniteQuery<Page<LibraryItem>, LibraryFilter, string | null>({
      ...pagesByKey(listLibrary),
      providesTags: ['Library'],
    }),
    listUnfinished: build.query<{ data: Unfinished[] }, void>({
      queryFn: queryWith((services, _arg: void, signal) => listUnfinished(services, signal)),
    }),
    forgetUnfinished: build.mutation<{ success: true }, Pick<Unfinished, 'kind'> & { readonly id: string }>({
      queryFn: queryWith(forgetUnfinished),
    }),
  }),
});

export const { useListLibraryInfiniteQuery, useListUnfinishedQuery, useForgetUnfinishedMutation } =
  libraryApi;
