import { eq } from 'drizzle-orm';
import type { Feed, feeds as family } from '#contract/feeds';
import type { Ctx, UserCtx } from '../context.ts';
import { accounts, feeds, performers } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { UploadedFile } from '../http/input.ts';
import { listFeedBookmarks } from './bookmarks.ts';
import { listOwnFeeds, ownFeed } from './feed-own.ts';
import { isShown, postColumns, presentFeeds } from './feed-views.ts';
import { searchFeeds } from './feed-search.ts';
import { createFeed, createPoll, deleteFeed, updateFeed } from './feed-writes.ts';
import { vote } from './poll-voting.ts';
import { listFeeds } from './timeline.ts';
import { fileView } from './file-views.ts';
import { type NewUpload, storeUpload } from './uploads.ts';

/** One post as the viewer may see it; 404 for what doesn't exist for them, whatever the reason. */
export async function viewFeed(ctx: Ctx, id: string): Promise<Feed> {
  const rows = await ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .innerJoin(performers, eq(performers.accountId, feeds.performerId))
    .where(eq(feeds.id, id));
  const [view] = await presentFeeds(ctx, rows);
  if (!view || !isShown(view)) throw notFound();
  return view;
}

const takes =
  (type: NewUpload['type'], kind: NewUpload['kind']) =>
  async (ctx: UserCtx, { body, files }: { body: NewUpload['fields']; files: readonly UploadedFile[] }) =>
    fileView(ctx, await storeUpload(ctx, { type, kind, fields: body, file: files[0] }), { readable: true });

export const feedHandlers: HandlersOf<typeof family> = {
  'POST /performer/feeds': async (ctx, { body }) => ownFeed(ctx, await createFeed(ctx, body)),
  'GET /performer/feeds': (ctx, { query }) => listOwnFeeds(ctx, query),
  'GET /performer/feeds/:id': (ctx, { params }) => ownFeed(ctx, params.id),
  async 'PUT /performer/feeds/:id'(ctx, { params, body }) {
    await updateFeed(ctx, params.id, body);
    return ownFeed(ctx, params.id);
  },
  async 'DELETE /performer/feeds/:id'(ctx, { params }) {
    await deleteFeed(ctx, params.id);
    return { success: true };
  },
  'POST /performer/feeds/polls': async (ctx, { body }) => ownFeed(ctx, await createPoll(ctx, body)),
  'POST /performer/feeds/audio/upload': takes('feed-audio', 'audio'),
  'POST /performer/feeds/photo/upload': takes('feed-photo', 'image'),
  'POST /performer/feeds/video/upload': takes('feed-video', 'video'),
  'POST /performer/feeds/thumbnail/upload': takes('feed-thumbnail', 'image'),
  'POST /performer/feeds/teaser/upload': takes('feed-teaser', 'video'),
  'GET /user/feeds': (ctx, { query }) =>
    query.q ? searchFeeds(ctx, { ...query, q: query.q }) : listFeeds(ctx, query),
  'GET /user/feeds/:id': (ctx, { params }) => viewFeed(ctx, params.id),
  'POST /user/feeds/vote/:id': (ctx, { params, body }) => vote(ctx, params.id, body.optionIds),
  'GET /reactions/feeds/bookmark': (ctx, { query }) => listFeedBookmarks(ctx, query),
};
