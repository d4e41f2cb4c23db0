import type { LibraryItem } from '#contract/library.ts';
import type { QueryOf } from '#services/http/call.ts';
import { listLibrary } from '#services/library.ts';
import { pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type LibraryFilter = Pick<QueryOf<'GET /user/library'>, 'kind' | 'q'>;

/** Everything the user has bought. */
export const libraryApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLibrary: build.infiniteQuery<Page<LibraryItem>, LibraryFilter, string | null>({
      ...pagesByKey(listLibrary),
      providesTags: ['Library'],
    }),
  }),
});

export const { useListLibraryInfiniteQuery } = libraryApi;
