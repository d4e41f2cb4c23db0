import type { Post } from '#contract/content/posts/posts.ts';
import type { Bookmark } from '#contract/content/reactions.ts';
import { listBookmarks, listPostBookmarks, listGalleryBookmarks } from '#services/content/reactions.ts';
import { pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { postListTags } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type BookmarkKind = 'galleries' | 'videos' | 'photos' | 'products' | 'auctions';
interface Asked {
  readonly type: BookmarkKind;
}

/**
 * Bookmarked items. A removed item stays in the list until the list is reopened, so that it can be added
 * back.
 */
export const bookmarksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPostBookmarks: build.infiniteQuery<Page<Post>, Record<never, never>, string | null>({
      ...pagesByKey(listPostBookmarks),
      providesTags: (result) => postListTags('Bookmarks', result?.pages),
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

export const { useListPostBookmarksInfiniteQuery, useListBookmarksInfiniteQuery } = bookmarksApi;
