import type { OwnPost, PostPreview, PreviewAs } from '#contract/content/posts/posts.ts';
import type { FoundLinkCard } from '#contract/content/posts/link-cards.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  createPost,
  createPoll,
  deletePost,
  duplicatePost,
  findLinkCard,
  getOwnPost,
  listOwnPosts,
  previewPost,
  updatePost,
} from '#services/content/posts/posts.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type OwnPostFilter = Pick<QueryOf<'GET /performer/feeds'>, 'type' | 'state' | 'q' | 'limit'>;
interface PostChange {
  readonly id: string;
  readonly body: BodyOf<'PUT /performer/feeds/:id'>;
  /** The `updatedAt` with which the form began. */
  readonly version?: string | undefined;
}

const changed = (id: string): Tag[] => ['OwnPosts', 'Timeline', { type: 'Post', id }];

/** A creator's own posts. Their files are uploaded separately (`useUploads`). */
export const studioApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnPosts: build.infiniteQuery<Page<OwnPost>, OwnPostFilter, string | null>({
      ...pagesByKey(listOwnPosts),
      providesTags: ['OwnPosts'],
    }),
    getOwnPost: build.query<OwnPost, string>({
      queryFn: queryWith(getOwnPost),
      providesTags: (_post, _problem, id) => ['OwnPosts', { type: 'Post', id }],
    }),
    createPost: build.mutation<OwnPost, BodyOf<'POST /performer/feeds'>>({
      queryFn: queryWith(createPost),
      invalidatesTags: ['OwnPosts', 'Timeline'],
    }),
    previewPost: build.query<PostPreview, { id: string; as: PreviewAs }>({
      queryFn: queryWith(previewPost),
      providesTags: (_preview, _problem, { id }) => [{ type: 'Post', id }],
    }),
    duplicatePost: build.mutation<OwnPost, string>({
      queryFn: queryWith(duplicatePost),
      invalidatesTags: ['OwnPosts'],
    }),
    createPoll: build.mutation<OwnPost, BodyOf<'POST /performer/feeds/polls'>>({
      queryFn: queryWith(createPoll),
      invalidatesTags: ['OwnPosts', 'Timeline'],
    }),
    updatePost: build.mutation<OwnPost, PostChange>({
      queryFn: queryWith((services, { id, body, version }) =>
        updatePost(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_post, problem, { id, body }) =>
        problem ? [] : [...changed(id), ...(body.seriesId === undefined ? [] : ['PostSeries' as const])],
    }),
    /** A query, because the same link is asked about again and again while its post is written. */
    findLinkCard: build.query<FoundLinkCard, string>({ queryFn: queryWith(findLinkCard) }),
    deletePost: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deletePost),
      // The post no longer exists, so refetching it would only return a 404.
      invalidatesTags: (_done, problem) => (problem ? [] : ['OwnPosts', 'Timeline']),
    }),
  }),
});

export const {
  useListOwnPostsInfiniteQuery,
  useGetOwnPostQuery,
  useCreatePostMutation,
  useCreatePollMutation,
  usePreviewPostQuery,
  useDuplicatePostMutation,
  useUpdatePostMutation,
  useDeletePostMutation,
  useFindLinkCardQuery,
} = studioApi;
