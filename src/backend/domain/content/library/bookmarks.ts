import { type SQL, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Bookmark } from '#contract/content/reactions.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { statement } from '../../../db/statement.ts';
import { ownerOpen, isShown } from '../../base/access/access.ts';
import { postColumns, presentPosts } from '../posts/presenters.ts';
import { type Keyset, cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { type CardType, mediaCards } from '../media-items/media-cards.ts';
import { objectTables } from '../media-items/objects.ts';

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const published = sql`w.state = 'published'`;
const isOut: Record<ObjectType, SQL> = {
  feed: published,
  video: published,
  gallery: published,
  product: published,
  auction: sql`w.state <> 'cancelled'`,
  photo: sql`w.state = 'published' AND (w.gallery_id IS NULL OR EXISTS (SELECT 1 FROM galleries g WHERE g.id = w.gallery_id AND g.state = 'published'))`,
};
const boughtAs = (kind: SQL, id: SQL) =>
  sql`EXISTS (SELECT 1 FROM purchases p WHERE p.account_id = ${viewer} AND p.kind = ${kind} AND p.item_id = ${id} AND p.reversed_at IS NULL)`;
const bought: Record<ObjectType, SQL> = {
  feed: boughtAs(sql`'feed'`, sql`w.id`),
  video: boughtAs(sql`'video'`, sql`w.id`),
  gallery: boughtAs(sql`'gallery'`, sql`w.id`),
  photo: boughtAs(sql`'gallery'`, sql`w.gallery_id`),
  product: boughtAs(sql`'product'`, sql`w.id`),
  auction: sql`false`,
};

/**
 * The access rule as an SQL condition, so that deleted and hidden items leave no gaps in a page. Purchased
 * and own items stay. The item's table is `w`; the statement has placeholders `viewer` and `places`.
 */
export const canSee = (type: ObjectType) =>
  sql`((${isOut[type]} AND ${ownerOpen(sql`w.performer_id`)}) OR (w.performer_id = ${viewer} AND w.state <> 'removed') OR ${bought[type]})`;

const bookmarked = (type: ObjectType) => sql`
  FROM reactions r JOIN ${objectTables[type]} w ON w.id = r.object_id
  WHERE r.account_id = ${viewer} AND r.action = 'bookmark' AND r.object_type = ${sql.raw(`'${type}'`)} AND ${canSee(type)}`;

interface Asked extends Record<string, unknown> {
  viewer: string;
  places: string | null;
  /** The cursor's time. */
  at: string | null;
  after: string | null;
  limit: number;
  offset: number;
}
interface Marked {
  id: string;
  created_at: string | Date;
}

const COUNTED = 1_000;
const preparePage = (type: ObjectType) =>
  statement<Marked, Asked>(
    `bookmarks_${type}`,
    sql`
    SELECT r.object_id AS id, r.created_at ${bookmarked(type)}
      AND (r.created_at, r.object_id) < (coalesce(${sql.placeholder('at')}::timestamptz, 'infinity'), coalesce(${sql.placeholder('after')}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY r.created_at DESC, r.object_id DESC LIMIT ${sql.placeholder('limit')}::int OFFSET ${sql.placeholder('offset')}::int`,
  );
const prepareTotal = (type: ObjectType) =>
  statement<{ total: number }, Pick<Asked, 'viewer' | 'places'>>(
    `bookmarks_${type}_total`,
    sql`SELECT count(*)::int AS total FROM (SELECT 1 ${bookmarked(type)} LIMIT ${sql.raw(String(COUNTED))}) AS counted`,
  );

export const bookmarkTypes: readonly ObjectType[] = [
  'feed',
  'video',
  'gallery',
  'photo',
  'product',
  'auction',
];
const pages = new Map(
  bookmarkTypes.map((type) => [type, { page: preparePage(type), total: prepareTotal(type) }]),
);

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
  const statements = pages.get(type);
  if (!statements) throw new Error(`no bookmarks of ${type}`);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const who = { viewer: ctx.viewer.id, places: placeList(ctx.request) };
  const page = {
    at: cursor?.createdAt.toISOString() ?? null,
    after: cursor?.id ?? null,
    limit: query.limit + 1,
    offset: cursor ? 0 : query.offset,
  };
  const [found, totals] = await Promise.all([
    statements.page(ctx.db, { ...who, ...page }),
    statements.total(ctx.db, who),
  ]);
  const marks = found.map((row): Mark => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    bookmarkedAt: new Date(row.created_at).toISOString(),
  }));
  const { rows, nextCursor } = cutPage(marks, query.limit, encodeCursor);
  return { rows, nextCursor, total: totals[0]?.total ?? 0 };
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
