import { eq } from 'drizzle-orm';
import type { Feed, feeds as family } from '#contract/feeds';
import type { Ctx } from '../context.ts';
import { accounts, feeds, performers } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { listOwnFeeds, ownFeed } from './feed-own.ts';
import { isShown, postColumns, presentFeeds } from './feed-views.ts';
import { createFeed, deleteFeed, updateFeed } from './feed-writes.ts';
import { listFeeds } from './timeline.ts';
import { uploadPhoto } from './uploads.ts';

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
  'POST /performer/feeds/photo/upload': (ctx, { body, files }) => uploadPhoto(ctx, body, files[0]),
  'GET /user/feeds': (ctx, { query }) => listFeeds(ctx, query),
  'GET /user/feeds/:id': (ctx, { params }) => viewFeed(ctx, params.id),
};
