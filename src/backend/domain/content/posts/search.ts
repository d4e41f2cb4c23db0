import { eq, inArray } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { loadAccessFacts, decideAccess, isCreatorOpen } from '../../base/access/access.ts';
import { type PostParts, asItem, postColumns, presentPosts } from './presenters.ts';
import { type Keyset, cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { type Match, matchingPosts } from './search-query.ts';
import type { PostPage } from './timeline.ts';

type Query = ParsedInput<'GET /user/feeds'>['query'] & { readonly q: string };

/** Keeps only posts the viewer can read: finding a locked post by its words would reveal what it says. */
async function readable(ctx: Ctx, found: readonly Match[]): Promise<Keyset[]> {
  const moment = now(ctx);
  const items = found.map((row) =>
    asItem(
      {
        id: row.id,
        performerId: row.performer_id,
        audience: row.audience,
        price: Number(row.price),
        includedInSubscription: row.included,
        state: 'published',
        expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
      },
      row.files ?? [],
      moment,
    ),
  );
  const facts = await loadAccessFacts(ctx, { items });
  return found
    .filter((_, at) => items[at] && decideAccess(facts, items[at]).allowed)
    .map(({ id, published_at }) => ({ id, createdAt: new Date(published_at) }));
}

async function loadPosts(ctx: Ctx, ids: readonly string[]): Promise<PostParts[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .innerJoin(performers, eq(performers.accountId, feeds.performerId))
    .where(inArray(feeds.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.feed.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** These posts, in this order, as far as the viewer can read them. */
export async function postsById(ctx: Ctx, ids: readonly string[]): Promise<Post[]> {
  const posts = await presentPosts(ctx, await loadPosts(ctx, ids));
  return posts.filter(({ access }) => access.allowed);
}

/** Whether a row comes after the cursor, newest first. */
const isAfter = ({ createdAt, id }: Keyset, cursor: Keyset): boolean =>
  createdAt < cursor.createdAt || (createdAt.getTime() === cursor.createdAt.getTime() && id < cursor.id);

/**
 * A creator's posts that match the words in their text or poll question and that the viewer can read, newest
 * first.
 * @throws AppError 422 without a creator.
 */
export async function searchPosts(ctx: Ctx, query: Query): Promise<PostPage> {
  if (!query.performerId)
    throw invalid('q', 'Choose a creator. Posts can only be searched within one creator’s page.');
  if (!(await isCreatorOpen(ctx, query.performerId))) return { data: [], total: 0, nextCursor: null };
  const found = await readable(ctx, await matchingPosts(ctx.db, query));
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const rest = cursor ? found.filter((row) => isAfter(row, cursor)) : found.slice(query.offset);
  const { rows, nextCursor } = cutPage(rest.slice(0, query.limit + 1), query.limit, encodeCursor);
  const data = await postsById(
    ctx,
    rows.map(({ id }) => id),
  );
  return { data, total: found.length, nextCursor };
}
