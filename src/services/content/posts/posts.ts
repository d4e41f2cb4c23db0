import type { Api } from '../../http/api.ts';
import { type ListInput, list, read, write } from '../../http/endpoints.ts';
import { postListTags, postTags } from '../../http/tags.ts';
import type { UploadInput } from '../../http/upload.ts';

export type OwnPostFilter = NonNullable<ListInput<'GET /performer/feeds'>['query']>;

/** Posts per page: enough for a screen or two ahead. Rendering more at once is noticeable on a phone. */
export const postsAPage = 10;

/** The timeline, or one creator's posts. */
export const listPosts = list('GET /user/feeds', { tags: (pages) => postListTags('Timeline', pages) });
export const getPost = read('GET /user/feeds/:id', { tags: (post) => postTags(post) });
/** Votes in a poll, or changes a vote. */
export const votePoll = write('POST /user/feeds/vote/:id');
/** To be sent with `keepalive`, because a page saves while it closes. */
export const savePostProgress = write('PUT /user/feeds/:id/files/:fileId/progress');

/** A creator's own posts. Their files are uploaded separately (`useUploads`). */
export const listOwnPosts = list('GET /performer/feeds', { tags: ['OwnPosts'] });
export const getOwnPost = read('GET /performer/feeds/:id', {
  tags: (_post, { params: { id } }) => ['OwnPosts', { type: 'Post', id }],
});
export const createPost = write('POST /performer/feeds', { invalidates: ['OwnPosts', 'Timeline'] });
export const createPoll = write('POST /performer/feeds/polls', { invalidates: ['OwnPosts', 'Timeline'] });
export const previewPost = read('GET /performer/feeds/:id/preview', {
  tags: (_preview, { params: { id } }) => [{ type: 'Post', id }],
});
export const duplicatePost = write('POST /performer/feeds/:id/duplicate', { invalidates: ['OwnPosts'] });
export const updatePost = write('PUT /performer/feeds/:id', {
  invalidates: ({ params: { id }, body }, { problem }) =>
    problem
      ? []
      : [
          'OwnPosts',
          'Timeline',
          { type: 'Post', id },
          ...(body?.seriesId === undefined ? [] : ['PostSeries' as const]),
        ],
});
export const deletePost = write('DELETE /performer/feeds/:id', {
  // The post no longer exists, so refetching it would only return a 404.
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnPosts', 'Timeline']),
});
/** What a link leads to. A read, because the same link is asked about again and again while its post is written. */
export const findLinkCard = read('POST /performer/feeds/link-card');

export const uploadPostAudio = (api: Api, input: UploadInput<'POST /performer/feeds/audio/upload'>) =>
  api.upload('POST /performer/feeds/audio/upload', input);
export const uploadPostVideo = (api: Api, input: UploadInput<'POST /performer/feeds/video/upload'>) =>
  api.upload('POST /performer/feeds/video/upload', input);
export const uploadPostThumbnail = (api: Api, input: UploadInput<'POST /performer/feeds/thumbnail/upload'>) =>
  api.upload('POST /performer/feeds/thumbnail/upload', input);
export const uploadPostTeaser = (api: Api, input: UploadInput<'POST /performer/feeds/teaser/upload'>) =>
  api.upload('POST /performer/feeds/teaser/upload', input);
export const uploadPostPhoto = (api: Api, input: UploadInput<'POST /performer/feeds/photo/upload'>) =>
  api.upload('POST /performer/feeds/photo/upload', input);
