import type { OwnFeed } from '#contract/feeds';
import type { BodyOf, QueryOf } from '#services/call';
import { createFeed, createPoll, deleteFeed, getOwnFeed, listOwnFeeds, updateFeed } from '#services/feeds';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import type { Tag } from './api-tags.ts';
import { api } from './api.ts';

export type OwnFeedFilter = Pick<QueryOf<'GET /performer/feeds'>, 'type' | 'state' | 'q' | 'limit'>;
interface FeedChange {
  readonly id: string;
  readonly body: BodyOf<'PUT /performer/feeds/:id'>;
}

const changed = (id: string): Tag[] => ['OwnFeeds', 'Timeline', { type: 'Feed', id }];

/** A creator's own posts. Their files go up by themselves, with their progress (`useUploads`). */
export const studioApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnFeeds: build.infiniteQuery<Page<OwnFeed>, OwnFeedFilter, string | null>({
      ...pagesByKey(listOwnFeeds),
      providesTags: ['OwnFeeds'],
    }),
    getOwnFeed: build.query<OwnFeed, string>({
      queryFn: asks(getOwnFeed),
      providesTags: (_feed, _problem, id) => ['OwnFeeds', { type: 'Feed', id }],
    }),
    createFeed: build.mutation<OwnFeed, BodyOf<'POST /performer/feeds'>>({
      queryFn: asks(createFeed),
      invalidatesTags: ['OwnFeeds', 'Timeline'],
    }),
    createPoll: build.mutation<OwnFeed, BodyOf<'POST /performer/feeds/polls'>>({
      queryFn: asks(createPoll),
      invalidatesTags: ['OwnFeeds', 'Timeline'],
    }),
    updateFeed: build.mutation<OwnFeed, FeedChange>({
      queryFn: asks((services, { id, body }) => updateFeed(services, id, body)),
      invalidatesTags: (_feed, problem, { id }) => (problem ? [] : changed(id)),
    }),
    deleteFeed: build.mutation<{ success: true }, string>({
      queryFn: asks(deleteFeed),
      // The post itself is gone: asking for it again would only say so.
      invalidatesTags: (_done, problem) => (problem ? [] : ['OwnFeeds', 'Timeline']),
    }),
  }),
});

export const {
  useListOwnFeedsInfiniteQuery,
  useGetOwnFeedQuery,
  useCreateFeedMutation,
  useCreatePollMutation,
  useUpdateFeedMutation,
  useDeleteFeedMutation,
} = studioApi;
