import type { Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { getSeries, listCreatorSeries, listSeriesPosts } from '#services/content/posts/series.ts';
import { type Page, pagesByKey, queryWith } from '../../query/query-adapter.ts';
import { type Tag, postListTags } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';

/** Series of posts as their readers see them. */
const seriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCreatorSeries: build.infiniteQuery<
      Page<PostSeries>,
      { performerId: string; limit?: number },
      string | null
    >({
      ...pagesByKey(listCreatorSeries),
      providesTags: (_pages, _problem, { performerId: id }) => ['PostSeries', { type: 'Creator', id }],
    }),
    getSeries: build.query<PostSeries, string>({
      queryFn: queryWith(getSeries),
      providesTags: (series): Tag[] => [
        'PostSeries',
        ...(series ? [{ type: 'Creator' as const, id: series.performer._id }] : []),
      ],
    }),
    listSeriesPosts: build.infiniteQuery<Page<Post>, { id: string; limit?: number }, string | null>({
      ...pagesByKey(listSeriesPosts),
      providesTags: (result) => postListTags('PostSeries', result?.pages),
    }),
  }),
});

export const { useListCreatorSeriesInfiniteQuery, useGetSeriesQuery, useListSeriesPostsInfiniteQuery } =
  seriesApi;
