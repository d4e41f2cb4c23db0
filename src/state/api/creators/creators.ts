import type { OwnPerformer, Performer, PerformerRow } from '#contract/people/creators.ts';
import type { Explore } from '#contract/across/search/explore.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import {
  getOwnPerformer,
  getPerformer,
  listCategories,
  randomPerformers,
  searchPerformers,
  similarPerformers,
  topPerformers,
} from '#services/people/creators.ts';
import { getExplore } from '#services/across/search/explore.ts';
import { queryWith, pagesByOffset } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import { creatorTags } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';
import { learnsFollows } from '../../query/learns-follows.ts';

export type PerformerFilter = Omit<QueryOf<'GET /performers/user/search'>, 'offset'>;
type Rows = ReplyOf<'GET /performers/top'>;

const creatorsOf = ({ trending, because, newest, free }: Explore): PerformerRow[] => [
  ...trending,
  ...because.flatMap(({ performers }) => performers),
  ...newest,
  ...free,
];

export const performersApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPerformers: build.infiniteQuery<Page<PerformerRow>, PerformerFilter, number>({
      ...pagesByOffset(searchPerformers),
      providesTags: (result) => creatorTags(result?.pages.flatMap((page) => page.data)),
      onQueryStarted: learnsFollows((data) => data.pages.flatMap((page) => page.data)),
    }),
    randomPerformers: build.query<Rows, number | undefined>({
      queryFn: queryWith(randomPerformers),
      providesTags: (result) => creatorTags(result?.data),
      onQueryStarted: learnsFollows((data) => data.data),
    }),
    topPerformers: build.query<Rows, number | undefined>({
      queryFn: queryWith(topPerformers),
      providesTags: (result) => creatorTags(result?.data),
      onQueryStarted: learnsFollows((data) => data.data),
    }),
    /** Takes an id. */
    similarPerformers: build.query<Rows, string>({
      queryFn: queryWith(similarPerformers),
      providesTags: (result) => creatorTags(result?.data),
      onQueryStarted: learnsFollows((data) => data.data),
    }),
    explore: build.query<Explore, void>({
      queryFn: queryWith((services, _arg: void, signal) => getExplore(services, signal)),
      providesTags: (explore) => creatorTags(explore && creatorsOf(explore)),
      onQueryStarted: learnsFollows(creatorsOf),
    }),
    listCategories: build.query<ReplyOf<'GET /performers/categories'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listCategories(services, signal)),
    }),
    /** Takes a username or an id. */
    getPerformer: build.query<Performer, string>({
      queryFn: queryWith(getPerformer),
      providesTags: (performer) => (performer ? [{ type: 'Creator', id: performer._id }] : ['Creators']),
      onQueryStarted: learnsFollows((performer) => [performer]),
    }),
    getOwnPerformer: build.query<OwnPerformer, void>({
      queryFn: queryWith((services, _arg: void, signal) => getOwnPerformer(services, signal)),
      providesTags: ['OwnPerformer'],
    }),
  }),
});

export const {
  useSearchPerformersInfiniteQuery,
  useRandomPerformersQuery,
  useTopPerformersQuery,
  useSimilarPerformersQuery,
  useExploreQuery,
  useListCategoriesQuery,
  useGetPerformerQuery,
  useGetOwnPerformerQuery,
} = performersApi;
