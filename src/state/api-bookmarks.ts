import type { Feed } from '#contract/feeds';
import type { Bookmark } from '#contract/reactions';
import { listBookmarks, listFeedBookmarks, listGalleryBookmarks } from '#services/reactions';
import { pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { feedListTags } from './api-tags.ts';
import { api } from './api.ts';

export type BookmarkKind = 'galleries' | 'videos' | 'photos' | 'products' | 'auctions';
interface Asked {
  readonly type: BookmarkKind;
}

/** What was bookmarked. What is taken out stays in the list until that is opened again, so that it can be put back. */
export const bookmarksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeedBookmarks: build.infiniteQuery<Page<Feed>, Record<never, never>, string | null>({
      ...pagesByKey(listFeedBookmarks),
      providesTags: (result) => feedListTags('Bookmarks', result?.pages),
    }),
    listBookmarks: build.infiniteQuery<Page<Bookmark>, Asked, string | null>({
      ...pagesByKey((services, { type, ...query }: Asked & { cursor: string | undefined }, signal) =>
        type === 'galleries'
          ? listGalleryBookmarks(services, query, signal)
          : listBookmarks(services, { type, ...query }, signal),
      ),
      providesTags: ['Bookmarks'],
    }),
  }),
});

export const { useListFeedBookmarksInfiniteQuery, useListBookmarksInfiniteQuery } = bookmarksApi;
