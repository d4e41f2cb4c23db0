import type { OwnPost } from '#contract/content/posts/posts.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { limits } from '#config/limits.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  createSeries,
  deleteSeries,
  getOwnSeries,
  listOwnSeries,
  listOwnSeriesPosts,
  placeInSeries,
  removeFromSeries,
  updateSeries,
} from '#services/content/posts/series.ts';
import { type Page, pagesByKey, queryWith } from '../../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../../query/api.ts';

type Place = Parameters<typeof placeInSeries>[1];

/** A post's series is part of its record, wherever that is shown. */
const stale = (_done: unknown, problem: unknown): Tag[] =>
  problem ? [] : ['PostSeries', 'OwnPosts', 'Timeline'];

/** A creator's own series. */
const ownSeriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them: one can't have more than a page holds. */
    listOwnSeries: build.query<Page<OwnPostSeries>, void>({
      queryFn: queryWith((services, _all, signal) =>
        listOwnSeries(services, { limit: limits.postSeries.most }, signal),
      ),
      providesTags: ['PostSeries'],
    }),
    getOwnSeries: build.query<OwnPostSeries, string>({
      queryFn: queryWith(getOwnSeries),
      providesTags: ['PostSeries'],
    }),
    listOwnSeriesPosts: build.infiniteQuery<Page<OwnPost>, { id: string; limit?: number }, string | null>({
      ...pagesByKey(listOwnSeriesPosts),
      providesTags: ['PostSeries', 'OwnPosts'],
    }),
    createSeries: build.mutation<OwnPostSeries, BodyOf<'POST /performer/post-series'>>({
      queryFn: queryWith(createSeries),
      invalidatesTags: (_made, problem) => (problem ? [] : ['PostSeries']),
    }),
    updateSeries: build.mutation<
      OwnPostSeries,
      {
        readonly id: string;
        readonly body: BodyOf<'PUT /performer/post-series/:id'>;
        readonly version?: string | undefined;
      }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updateSeries(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: stale,
    }),
    deleteSeries: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteSeries),
      invalidatesTags: stale,
    }),
    placeInSeries: build.mutation<OwnPostSeries, Place>({
      queryFn: queryWith(placeInSeries),
      // Also after a failure: it may have been changed elsewhere.
      invalidatesTags: ['PostSeries', 'OwnPosts', 'Timeline'],
    }),
    removeFromSeries: build.mutation<OwnPostSeries, Omit<Place, 'position'>>({
      queryFn: queryWith(removeFromSeries),
      invalidatesTags: ['PostSeries', 'OwnPosts', 'Timeline'],
    }),
  }),
});

export const {
  useListOwnSeriesQuery,
  useGetOwnSeriesQuery,
  useListOwnSeriesPostsInfiniteQuery,
  useCreateSeriesMutation,
  useUpdateSeriesMutation,
  useDeleteSeriesMutation,
  usePlaceInSeriesMutation,
  useRemoveFromSeriesMutation,
} = ownSeriesApi;
