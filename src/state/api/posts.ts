import type { Post } from '#contract/content/posts/posts.ts';
import { getPost, listPosts } from '#services/content/posts/posts.ts';
import type { QueryOf } from '#services/http/call.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { postListTags, postTags } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

/** A timeline, a category's posts, or one creator's if `performerId` is given. */
export type PostFilter = Omit<QueryOf<'GET /user/feeds'>, 'offset' | 'cursor'>;

/** Posts per page: enough for a screen or two ahead. Rendering more at once is noticeable on a phone. */
export const postsAPage = 10;

export const postsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPosts: build.infiniteQuery<Page<Post>, PostFilter, string | null>({
      ...pagesByKey(listPosts),
      providesTags: (result) => postListTags('Timeline', result?.pages),
    }),
    getPost: build.query<Post, string>({
      queryFn: queryWith(getPost),
      providesTags: (post) => postTags(post),
    }),
  }),
});

export const { useListPostsInfiniteQuery, useGetPostQuery } = postsApi;
