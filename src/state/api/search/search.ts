import type { SearchReply, SearchSuggestions } from '#contract/across/search/search.ts';
import type { Api } from '#services/http/api.ts';
import { searchSite, suggestSearches } from '#services/across/search/search.ts';
import { pagesByKey, queryWith } from '../../query/query-adapter.ts';
import { creatorTags } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';
import { learnsFollows } from '../../query/learns-follows.ts';
import { type KindQuery, type SearchPage, creatorsIn, pageOfKind } from './replies.ts';

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchSite: build.query<SearchReply, string>({
      queryFn: queryWith((services, q: string, signal) => searchSite(services, q ? { q } : {}, signal)),
      providesTags: (reply) => creatorTags(reply ? creatorsIn(reply) : []),
      onQueryStarted: learnsFollows(creatorsIn),
    }),
    searchKind: build.infiniteQuery<SearchPage, KindQuery, string | null>({
      ...pagesByKey(
        async (services: Api, query: KindQuery & { cursor: string | undefined }, signal?: AbortSignal) =>
          pageOfKind(await searchSite(services, query, signal)),
      ),
    }),
    suggestSearches: build.query<SearchSuggestions, string>({
      queryFn: queryWith(suggestSearches),
    }),
  }),
});

export const { useSearchSiteQuery, useSearchKindInfiniteQuery, useSuggestSearchesQuery } = searchApi;
