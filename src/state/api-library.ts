import type { LibraryItem } from '#contract/library';
import type { QueryOf } from '#services/call';
import { listLibrary } from '#services/library';
import { pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

export type LibraryFilter = Pick<QueryOf<'GET /user/library'>, 'kind' | 'q'>;

/** Everything the person ever bought. */
export const libraryApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLibrary: build.infiniteQuery<Page<LibraryItem>, LibraryFilter, string | null>({
      ...pagesByKey(listLibrary),
      providesTags: ['Library'],
    }),
  }),
});

export const { useListLibraryInfiniteQuery } = libraryApi;
