import type { Feed } from '#contract/feeds';
import { getFeed, listFeeds } from '#services/feeds';
import type { QueryOf } from '#services/call';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { feedListTags, feedTags } from './api-tags.ts';
import { api } from './api.ts';

/** The timeline, or with `performerId` one creator's posts. */
export type FeedFilter = Pick<QueryOf<'GET /user/feeds'>, 'type' | 'performerId' | 'free' | 'q' | 'limit'>;

/** How many posts a list brings at a time: a screen or two ahead is enough, and drawing more at once is felt on a phone. */
export const postsAPage = 10;

export const feedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeeds: build.infiniteQuery<Page<Feed>, FeedFilter, string | null>({
      ...pagesByKey(listFeeds),
      providesTags: (result) => feedListTags('Timeline', result?.pages),
    }),
    getFeed: build.query<Feed, string>({ queryFn: asks(getFeed), providesTags: (feed) => feedTags(feed) }),
  }),
});

export const { useListFeedsInfiniteQuery, useGetFeedQuery } = feedsApi;
