import { type SQL, desc, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { limits } from '#config/limits.ts';
import type { Ctx } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { prepared } from '../../../db/prepared.ts';
import { preparedRows } from '../../../db/rows.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { followedOwners, ownerOpen, subscribedOwners } from '../../base/access/access.ts';
import { unmuted } from '../../base/access/mute-rules.ts';
import { type PostParts, postColumns } from './presenters.ts';
import { MOST_COUNTED } from '../../../kernel/paging.ts';

/**
 * `home`: followed and subscribed creators. `subscribed`: the latter. `discover` and `category`: what anyone can
 * read, by trending creators whom the viewer doesn't follow, or by those of a category. `performer`: one
 * creator. `list`: a list of creators of the viewer's. `public`: everything anyone can read.
 */
export type Scope = 'home' | 'subscribed' | 'discover' | 'category' | 'list' | 'performer' | 'public';
const isOfOwners = (scope: Scope): boolean => scope !== 'performer' && scope !== 'public';
const isOpenToAll = (scope: Scope): boolean => scope === 'discover' || scope === 'category';
export interface Shape {
  readonly scope: Scope;
  readonly byType: boolean;
  /** Only posts with a price (false) or without one (true); undefined for all. */
  readonly free: boolean | undefined;
  readonly afterCursor: boolean;
  /** Rows to fetch and to skip. Inlined as literals, so that the planner knows how few they are. */
  readonly count: number;
  readonly skip: number;
}

const performer = sql`${sql.placeholder('performer')}::uuid`;
/** A job sets the expired state later, so the end time must be compared here. */
const notOver = (expiresAt: SQL | AnyPgColumn) =>
  sql`(${expiresAt} IS NULL OR ${expiresAt} > ${sql.placeholder('moment')}::timestamptz)`;
const newestFirst = sql`f.published_at DESC, f.id DESC`;

/** SQL conditions on `f`, a post. Each is served by an index that also provides the order. */
function conditions(shape: Shape): SQL {
  const parts = [sql`f.state = 'published' AND ${notOver(sql`f.expires_at`)}`];
  if (shape.byType) parts.push(sql`f.type = ${sql.placeholder('type')}`);
  if (shape.free !== undefined) parts.push(shape.free ? sql`f.price = 0` : sql`f.price > 0`);
  if (shape.afterCursor)
    parts.push(
      sql`(f.published_at, f.id) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('after')}::uuid)`,
    );
  if (shape.scope === 'performer') parts.push(sql`f.performer_id = ${performer}`);
  if (shape.scope === 'public')
    parts.push(sql`f.audience = 'public' AND f.price = 0 AND ${ownerOpen(sql`f.performer_id`)}`);
  if (isOpenToAll(shape.scope)) parts.push(sql`f.audience = 'public' AND f.price = 0`);
  return sql.join(parts, sql` AND `);
}

/** How many creators a timeline of `discover` or `category` is made of; those with most followers come first. */
const [mostTrending, mostInCategory] = [100, 1_000];
const me = sql`${sql.placeholder('viewer')}::uuid`;
const candidates: Partial<Record<Scope, SQL>> = {
  home: followedOwners,
  subscribed: sql`SELECT DISTINCT performer_id FROM (${subscribedOwners}) AS subscribed`,
  discover: sql`SELECT t.performer_id FROM trending_creators t
    WHERE t.performer_id IS DISTINCT FROM ${me} AND t.performer_id NOT IN (${followedOwners}) ORDER BY t.score DESC, t.performer_id DESC LIMIT ${sql.raw(String(mostTrending))}`,
  list: sql`SELECT m.performer_id FROM creator_lists l JOIN creator_list_members m ON m.list_id = l.id
    WHERE l.id = ${sql.placeholder('list')}::uuid AND l.account_id = ${me}`,
  category: sql`SELECT c.account_id AS performer_id FROM performers c
    WHERE c.categories @> ARRAY[${sql.placeholder('category')}::text] AND c.verification_state = 'approved' ORDER BY c.followers DESC, c.account_id DESC LIMIT ${sql.raw(String(mostInCategory))}`,
};

/** The creators of a timeline, computed once for the page and its total. Muted ones are in none. */
const selectOwners = ({ scope }: Shape): SQL =>
  sql`WITH owners AS MATERIALIZED (SELECT found.performer_id FROM (${candidates[scope] ?? followedOwners}) AS found WHERE ${ownerOpen(sql`found.performer_id`)} AND ${unmuted(me, sql`found.performer_id`)})`;

/**
 * The common table expressions of a page of several creators' posts. They read each creator's own index, newest first: first one
 * post per creator, since the newest n posts overall can only come from the n creators who posted last; then
 * up to n posts of each of those creators that aren't older than the n-th. The cost depends on the number of
 * creators followed and the page size, not on how much was ever published.
 */
function pageOfOwners(shape: Shape): SQL {
  const where = conditions(shape);
  const most = sql.raw(String(shape.count + shape.skip));
  return sql`${selectOwners(shape)},
    latest AS MATERIALIZED (
      SELECT o.performer_id, f.published_at FROM owners AS o
      CROSS JOIN LATERAL (SELECT f.published_at, f.id FROM feeds f WHERE f.performer_id = o.performer_id AND ${where} ORDER BY ${newestFirst} LIMIT 1) AS f
      ORDER BY ${newestFirst} LIMIT ${most}),
    oldest AS MATERIALIZED (SELECT CASE WHEN count(*) = ${most} THEN min(published_at) ELSE '-infinity' END AS at FROM latest)`;
}

function pageOfIds(shape: Shape): SQL {
  const window = sql.raw(`LIMIT ${shape.count} OFFSET ${shape.skip}`);
  // Pinned posts appear only at the top of the first page.
  const unpinned = shape.scope === 'performer' ? sql`AND NOT f.pinned` : sql``;
  if (!isOfOwners(shape.scope))
    return sql`SELECT f.id FROM feeds f WHERE ${conditions(shape)} ${unpinned} ORDER BY ${newestFirst} ${window}`;
  const most = sql.raw(String(shape.count + shape.skip));
  return sql`
    SELECT f.id FROM latest CROSS JOIN LATERAL (
      SELECT f.published_at, f.id FROM feeds f
      WHERE f.performer_id = latest.performer_id AND ${conditions(shape)} AND f.published_at >= (SELECT at FROM oldest) ORDER BY ${newestFirst} LIMIT ${most}) AS f
    ORDER BY ${newestFirst} ${window}`;
}

/** The total of a list. Filtered and public lists are counted up to a maximum. */
function selectTotal(shape: Shape): SQL<number> {
  const where = conditions({ ...shape, afterCursor: false });
  // The count ignores whether each author is visible to the viewer.
  const publicPosts = sql`SELECT 1 FROM feeds f WHERE f.state = 'published' AND f.audience = 'public' AND f.price = 0`;
  const capped = (rows: SQL) =>
    sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.raw(String(MOST_COUNTED))}) AS counted)`;
  const plain = !shape.byType && shape.free === undefined;
  if (shape.scope === 'public')
    return capped(shape.byType ? sql`${publicPosts} AND f.type = ${sql.placeholder('type')}` : publicPosts);
  if (shape.scope === 'performer')
    return plain
      ? sql`(SELECT p.feeds FROM performers p WHERE p.account_id = ${performer})`
      : capped(sql`SELECT 1 FROM feeds f WHERE ${where}`);
  if (plain && !isOpenToAll(shape.scope))
    return sql`(SELECT coalesce(sum(p.feeds), 0)::int FROM owners AS o JOIN performers p ON p.account_id = o.performer_id)`;
  return capped(
    sql`SELECT 1 FROM owners AS o JOIN feeds f ON f.performer_id = o.performer_id WHERE ${where}`,
  );
}

const selectedFields = (shape: Shape) => ({ ...postColumns, total: selectTotal(shape) });
/** The query of a page. Exported so that a test can check its plan. */
export function pageQuery(db: Db, shape: Shape): SQL {
  const page = db
    .select(selectedFields(shape))
    .from(sql`(${pageOfIds(shape)}) AS page`)
    .innerJoin(feeds, sql`${feeds.id} = page.id`)
    .innerJoin(accounts, sql`${accounts.id} = ${feeds.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${feeds.performerId}`)
    .orderBy(desc(feeds.publishedAt), desc(feeds.id))
    .getSQL();
  return isOfOwners(shape.scope) ? sql`${pageOfOwners(shape)} ${page}` : page;
}

/** A creator's pinned posts, newest first. */
export const pinnedQuery = prepared((db) =>
  db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, sql`${accounts.id} = ${feeds.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${feeds.performerId}`)
    .where(
      sql`${feeds.performerId} = ${performer} AND ${feeds.state} = 'published' AND ${feeds.pinned} AND ${notOver(feeds.expiresAt)}`,
    )
    .orderBy(desc(feeds.publishedAt), desc(feeds.id))
    .prepare('timeline_pinned'),
);

/** Placeholder values; times are ISO strings. */
export interface Values {
  readonly viewer: string | null;
  readonly places: string | null;
  readonly moment: string;
  readonly performer: string | null;
  readonly type: string | null;
  readonly category: string | null;
  readonly list: string | null;
  /** The cursor's time. */
  readonly at: string | null;
  readonly after: string | null;
}
export interface TimelineRequest {
  readonly shape: Shape;
  readonly values: Values;
}

/**
 * Page sizes used by the site are prepared, including those reduced by pinned posts. Other sizes are built on
 * demand.
 */
const sizes = [limits.pageSize, limits.firstPosts.home, limits.firstPosts.profile];
const isUsual = ({ count, skip }: Shape): boolean =>
  skip === 0 && sizes.some((size) => count <= size + 1 && count > size - limits.pinnedPosts);
type PageRow = PostParts & { readonly total: number };
interface PageQuery {
  execute(values: Record<string, unknown>): Promise<PageRow[]>;
}
const pages = prepared(() => new Map<string, PageQuery>());

const statementName = ({ scope, byType, free }: Shape): string =>
  ['timeline', scope, byType ? 'type' : null, free === undefined ? null : free ? 'free' : 'sold']
    .filter((part) => part !== null)
    .join('_');

function preparedPage(db: Db, shape: Shape): PageQuery {
  const name = `${statementName(shape)}_${shape.count}${shape.afterCursor ? '_after' : ''}`;
  const make = (named: string | undefined) =>
    preparedRows<PageRow>(db, pageQuery(db, shape), { name: named, fields: selectedFields(shape) });
  if (!isUsual(shape)) return make(undefined);
  const known = pages(db);
  const found = known.get(name) ?? make(name);
  known.set(name, found);
  return found;
}

/**
 * The posts of a page and one more, newest first, with the list's total, which is null if the page is empty.
 */
export async function runPage(
  ctx: Ctx,
  { shape, values }: TimelineRequest,
): Promise<{ posts: PostParts[]; total: number | null }> {
  const posts = await preparedPage(ctx.db, shape).execute({ ...values });
  return { posts, total: posts[0]?.total ?? null };
}

/** The total when the page was empty. */
export async function countPosts(ctx: Ctx, { shape, values }: TimelineRequest): Promise<number> {
  const text = sql`${isOfOwners(shape.scope) ? selectOwners(shape) : sql``} SELECT ${selectTotal(shape)} AS total`;
  const [row] = await preparedRows<{ total: number | null }>(ctx.db, text, {
    name: undefined,
    fields: { total: selectTotal(shape) },
  }).execute({ ...values });
  return row?.total ?? 0;
}
