import { sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Bookmark } from '#contract/content/reactions.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { isShown } from '../../base/access/access.ts';
import { postColumns, presentPosts } from '../posts/presenters.ts';
import { type Keyset, cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { type CardType, mediaCards } from '../media-items/media-cards.ts';
import { countMarks, findMarks } from './bookmarks-query.ts';

interface Mark extends Keyset {
  readonly bookmarkedAt: string;
}
type Query = ParsedInput<'GET /reactions/feeds/bookmark'>['query'];
interface Marks {
  readonly rows: readonly Mark[];
  readonly total: number;
  readonly nextCursor: string | null;
}

async function loadMarks(ctx: UserCtx, type: ObjectType, query: Query): Promise<Marks> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const who = { viewer: ctx.viewer.id, places: placeList(ctx.request) };
  const page = {
    at: cursor?.createdAt.toISOString() ?? null,
    after: cursor?.id ?? null,
    limit: query.limit + 1,
    offset: cursor ? 0 : query.offset,
  };
  const [found, total] = await Promise.all([
    findMarks(ctx.db, type, { ...who, ...page }),
    countMarks(ctx.db, type, who),
  ]);
  const marks = found.map((row): Mark => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    bookmarkedAt: new Date(row.created_at).toISOString(),
  }));
  const { rows, nextCursor } = cutPage(marks, query.limit, encodeCursor);
  return { rows, nextCursor, total };
}

/** Posts as shown in the timeline, by id; those that don't exist for the viewer are omitted. */
export async function postsById(ctx: UserCtx, ids: readonly string[]): Promise<Map<string, Post>> {
  if (ids.length === 0) return new Map();
  const posts = await ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, sql`${accounts.id} = ${feeds.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${feeds.performerId}`)
    .where(sql`${feeds.id} = ANY (${idList(ids)}::text::uuid[])`);
  return new Map((await presentPosts(ctx, posts)).filter(isShown).map((view) => [view._id, view]));
}

/** Bookmarked posts as shown in the timeline, newest bookmark first. */
export async function listPostBookmarks(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: Post[]; total: number; nextCursor: string | null }> {
  const { rows, total, nextCursor } = await loadMarks(ctx, 'feed', query);
  const views = await postsById(
    ctx,
    rows.map(({ id }) => id),
  );
  return { data: rows.flatMap(({ id }) => views.get(id) ?? []), total, nextCursor };
}

/** Bookmarked items of one kind, newest bookmark first. */
export async function listBookmarks(
  ctx: UserCtx,
  type: CardType,
  query: Query,
): Promise<{ data: Bookmark[]; total: number; nextCursor: string | null }> {
  const { rows, total, nextCursor } = await loadMarks(ctx, type, query);
  const cards = await mediaCards(
    ctx,
    type,
    rows.map(({ id }) => id),
  );
  const data = rows.flatMap(({ id, bookmarkedAt }): Bookmark[] => {
    const card = cards.get(id);
    return card ? [{ ...card, bookmarkedAt }] : [];
  });
  return { data, total, nextCursor };
}
