import type { feeds as family } from '#contract/posts.ts';
import type { UserCtx } from '../../kernel/context.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { listPostBookmarks } from '../library/bookmarks.ts';
import { listOwnPosts, ownPost } from './creator-queries.ts';
import { searchPosts } from './search.ts';
import { createPoll, createPost } from './creating.ts';
import { deletePost, updatePost } from './mutations.ts';
import { vote } from './poll-voting.ts';
import { listPosts } from './timeline.ts';
import { viewPost } from './viewing.ts';
import { fileView } from '../files/presenters.ts';
import { type NewUpload, storeUpload } from '../files/uploads.ts';

const takes =
  (type: NewUpload['type'], kind: NewUpload['kind']) =>
  async (ctx: UserCtx, { body, files }: { body: NewUpload['fields']; files: readonly UploadedFile[] }) =>
    fileView(ctx, await storeUpload(ctx, { type, kind, fields: body, file: files[0] }), { readable: true });

export const postHandlers: HandlersOf<typeof family> = {
  'POST /performer/feeds': async (ctx, { body }) => ownPost(ctx, await createPost(ctx, body)),
  'GET /performer/feeds': (ctx, { query }) => listOwnPosts(ctx, query),
  'GET /performer/feeds/:id': (ctx, { params }) => ownPost(ctx, params.id),
  async 'PUT /performer/feeds/:id'(ctx, { params, body }) {
    await updatePost(ctx, params.id, body);
    return ownPost(ctx, params.id);
  },
  async 'DELETE /performer/feeds/:id'(ctx, { params }) {
    await deletePost(ctx, params.id);
    return { success: true };
  },
  'POST /performer/feeds/polls': async (ctx, { body }) => ownPost(ctx, await createPoll(ctx, body)),
  'POST /performer/feeds/audio/upload': takes('feed-audio', 'audio'),
  'POST /performer/feeds/photo/upload': takes('feed-photo', 'image'),
  'POST /performer/feeds/video/upload': takes('feed-video', 'video'),
  'POST /performer/feeds/thumbnail/upload': takes('feed-thumbnail', 'image'),
  'POST /performer/feeds/teaser/upload': takes('feed-teaser', 'video'),
  'GET /user/feeds': (ctx, { query }) =>
    query.q ? searchPosts(ctx, { ...query, q: query.q }) : listPosts(ctx, query),
  'GET /user/feeds/:id': (ctx, { params }) => viewPost(ctx, params.id),
  'POST /user/feeds/vote/:id': (ctx, { params, body }) => vote(ctx, params.id, body.optionIds),
  'GET /reactions/feeds/bookmark': (ctx, { query }) => listPostBookmarks(ctx, query),
};
