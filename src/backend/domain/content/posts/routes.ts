import type { feeds as family } from '#contract/content/posts/posts.ts';
import type { ownPostSeries, postSeries } from '#contract/content/posts/series.ts';
import type { postTemplates } from '#contract/content/posts/templates.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { listPostBookmarks } from '../library/bookmarks.ts';
import { listOwnPosts, ownPost } from './creator-queries.ts';
import { searchPosts } from './search.ts';
import { createPoll, createPost } from './creating.ts';
import { duplicatePost } from './duplicating.ts';
import { deletePost, updatePost } from './mutations.ts';
import { previewPost } from './previewing.ts';
import { vote } from './poll-voting.ts';
import { listCreatorSeries } from './series/creator-list.ts';
import { placeInSeries, removeFromSeries } from './series/members.ts';
import { listOwnSeriesPosts, listSeriesPosts, viewSeries } from './series/reading.ts';
import { createSeries, deleteSeries, getSeries, listSeries, updateSeries } from './series/series.ts';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from './templates.ts';
import { listPosts } from './timeline.ts';
import { viewPost } from './viewing.ts';
import { fileView } from '../../base/files/presenters.ts';
import { type NewUpload, storeUpload } from '../../base/files/uploads.ts';

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
  'GET /performer/feeds/:id/preview': (ctx, { params, query }) => previewPost(ctx, params.id, query.as),
  'POST /performer/feeds/:id/duplicate': async (ctx, { params }) =>
    ownPost(ctx, await duplicatePost(ctx, params.id)),
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

export const postTemplateHandlers: HandlersOf<typeof postTemplates> = {
  'GET /performer/post-templates': (ctx) => listTemplates(ctx),
  'POST /performer/post-templates': (ctx, { body }) => saveTemplate(ctx, body),
  'PUT /performer/post-templates/:id': (ctx, { params, body }) => renameTemplate(ctx, params.id, body.title),
  async 'DELETE /performer/post-templates/:id'(ctx, { params }) {
    await deleteTemplate(ctx, params.id);
    return { success: true };
  },
};

export const ownPostSeriesHandlers: HandlersOf<typeof ownPostSeries> = {
  'GET /performer/post-series': (ctx, { query }) => listSeries(ctx, query),
  'POST /performer/post-series': (ctx, { body }) => createSeries(ctx, body),
  'GET /performer/post-series/:id': (ctx, { params }) => getSeries(ctx, params.id),
  'PUT /performer/post-series/:id': (ctx, { params, body }) => updateSeries(ctx, params.id, body),
  async 'DELETE /performer/post-series/:id'(ctx, { params }) {
    await deleteSeries(ctx, params.id);
    return { success: true };
  },
  'GET /performer/post-series/:id/posts': (ctx, { params, query }) =>
    listOwnSeriesPosts(ctx, params.id, query),
  async 'PUT /performer/post-series/:id/posts/:postId'(ctx, { params, body }) {
    await placeInSeries(ctx, params, body.position);
    return getSeries(ctx, params.id);
  },
  async 'DELETE /performer/post-series/:id/posts/:postId'(ctx, { params }) {
    await removeFromSeries(ctx, params);
    return getSeries(ctx, params.id);
  },
};

export const postSeriesHandlers: HandlersOf<typeof postSeries> = {
  'GET /post-series': (ctx, { query }) => listCreatorSeries(ctx, query),
  'GET /post-series/:id': (ctx, { params }) => viewSeries(ctx, params.id),
  'GET /post-series/:id/posts': (ctx, { params, query }) => listSeriesPosts(ctx, params.id, query),
};
