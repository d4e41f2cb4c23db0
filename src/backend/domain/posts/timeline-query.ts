import { type SQL, desc, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { limits } from '#config/limits.ts';
import type { Ctx } from '../../kernel/context.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { preparedRows } from '../../db/rows.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { feeds } from '../../db/schema/posts.ts';
import { followedOwners, ownerOpen } from '../access/access.ts';
import { type PostParts, postColumns } from './presenters.ts';

/** Which posts: of followed and subscribed creators, of one creator, or what anybody may read of all. */
export type Scope = 'home' | 'performer' | 'public';
export interface Shape {
  readonly scope: Scope;
  readonly byType: boolean;
  /** Only posts that are sold (false) or aren't (true); undefined for all. */
  readonly free: boolean | undefined;
  readonly afterCursor: boolean;
  /** Rows to fetch and to skip, literal in the query: the planner must know how few they are. */
  readonly count: number;
  readonly skip: number;
}

const performer = sql`${sql.placeholder('performer')}::uuid`;
/** A job writes that a post has expired; until then its end alone tells. */
const notOver = (expiresAt: SQL | AnyPgColumn) =>
  sql`(${expiresAt} IS NULL OR ${expiresAt} > ${sql.placeholder('moment')}::timestamptz)`;
const newestFirst = sql`f.published_at DESC, f.id DESC`;

/** Conditions on `f`, a post; each is served by an index that also gives the order. */
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
  return sql.join(parts, sql` AND `);
}

/** Whom a home timeline is of: asked once for the page and its total. */
const openFollowed = sql`WITH owners AS MATERIALIZED (SELECT followed.performer_id FROM (${followedOwners}) AS followed WHERE ${ownerOpen(sql`followed.performer_id`)})`;

/**
 * What stands before a home page. It asks each creator's own index, newest first: first for one post each,
 * since the newest n posts of all can only come from the n creators who posted last, then those creators for
 * what is no older than the n-th of them, up to n each. So the cost goes with the creators followed and the
 * page, not with how much they ever published.
 */
function homePage(shape: Shape): SQL {
  const where = conditions(shape);
  const most = sql.raw(String(shape.count + shape.skip));
  return sql`${openFollowed},
    latest AS MATERIALIZED (
      SELECT o.performer_id, f.published_at FROM owners AS o
      CROSS JOIN LATERAL (SELECT f.published_at, f.id FROM feeds f WHERE f.performer_id = o.performer_id AND ${where} ORDER BY ${newestFirst} LIMIT 1) AS f
      ORDER BY ${newestFirst} LIMIT ${most}),
    oldest AS MATERIALIZED (SELECT CASE WHEN count(*) = ${most} THEN min(published_at) ELSE '-infinity' END AS at FROM latest)`;
}

/** Ids of one page. */
function pageOfIds(shape: Shape): SQL {
  const window = sql.raw(`LIMIT ${shape.count} OFFSET ${shape.skip}`);
  // What is pinned stands above the first page and nowhere else.
  const unpinned = shape.scope === 'performer' ? sql`AND NOT f.pinned` : sql``;
  if (shape.scope !== 'home')
    return sql`SELECT f.id FROM feeds f WHERE ${conditions(shape)} ${unpinned} ORDER BY ${newestFirst} ${window}`;
  const most = sql.raw(String(shape.count + shape.skip));
  return sql`
    SELECT f.id FROM latest CROSS JOIN LATERAL (
      SELECT f.published_at, f.id FROM feeds f
      WHERE f.performer_id = latest.performer_id AND ${conditions(shape)} AND f.published_at >= (SELECT at FROM oldest) ORDER BY ${newestFirst} LIMIT ${most}) AS f
    ORDER BY ${newestFirst} ${window}`;
}

/** Of a list without a count of its own, more than this is as good as many: nobody pages by numbers there. */
const COUNTED = 250;

/** How many posts the list has in all; lists by filter and everybody's are counted up to a bound. */
function totalOf(shape: Shape): SQL<number> {
  const where = conditions({ ...shape, afterCursor: false });
  // Whether each author is open to this viewer is not asked again for a number.
  const anybodys = sql`SELECT 1 FROM feeds f WHERE f.state = 'published' AND f.audience = 'public' AND f.price = 0`;
  const capped = (rows: SQL) =>
    sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.raw(String(COUNTED))}) AS counted)`;
  const plain = !shape.byType && shape.free === undefined;
  if (shape.scope === 'public')
    return capped(shape.byType ? sql`${anybodys} AND f.type = ${sql.placeholder('type')}` : anybodys);
  if (shape.scope === 'performer')
    return plain
      ? sql`(SELECT p.feeds FROM performers p WHERE p.account_id = ${performer})`
      : capped(sql`SELECT 1 FROM feeds f WHERE ${where}`);
  if (plain)
    return sql`(SELECT coalesce(sum(p.feeds), 0)::int FROM owners AS o JOIN performers p ON p.account_id = o.performer_id)`;
  return capped(
    sql`SELECT 1 FROM owners AS o JOIN feeds f ON f.performer_id = o.performer_id WHERE ${where}`,
  );
}

const fieldsOf = (shape: Shape) => ({ ...postColumns, total: totalOf(shape) });
/** The query of a page; exported for the test that looks at its plan. */
export function pageQuery(db: Db, shape: Shape): SQL {
  const page = db
    .select(fieldsOf(shape))
    .from(sql`(${pageOfIds(shape)}) AS page`)
    .innerJoin(feeds, sql`${feeds.id} = page.id`)
    .innerJoin(accounts, sql`${accounts.id} = ${feeds.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${feeds.performerId}`)
    .orderBy(desc(feeds.publishedAt), desc(feeds.id))
    .getSQL();
  return shape.scope === 'home' ? sql`${homePage(shape)} ${page}` : page;
}

/** What a creator pinned, newest first. */
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

/** What the placeholders stand for; times as ISO texts. */
export interface Values {
  readonly viewer: string | null;
  readonly country: string | null;
  readonly moment: string;
  readonly performer: string | null;
  readonly type: string | null;
  /** Of the cursor. */
  readonly at: string | null;
  readonly after: string | null;
}
export interface TimelineRequest {
  readonly shape: Shape;
  readonly values: Values;
}

/**
 * The pages that people see are prepared (with up to as many rows fewer as a creator can pin); other sizes
 * are built when they come.
 */
const sizes = [limits.pageSize, limits.firstPosts.home, limits.firstPosts.profile];
const isUsual = ({ count, skip }: Shape): boolean =>
  skip === 0 && sizes.some((size) => count <= size + 1 && count > size - limits.pinnedPosts);
type PageRow = PostParts & { readonly total: number };
interface PageQuery {
  execute(values: Record<string, unknown>): Promise<PageRow[]>;
}
const pages = prepared(() => new Map<string, PageQuery>());

const nameOf = ({ scope, byType, free }: Shape): string =>
  ['timeline', scope, byType ? 'type' : null, free === undefined ? null : free ? 'free' : 'sold']
    .filter((part) => part !== null)
    .join('_');

function preparedPage(db: Db, shape: Shape): PageQuery {
  const name = `${nameOf(shape)}_${shape.count}${shape.afterCursor ? '_after' : ''}`;
  const make = (named: string | undefined) =>
    preparedRows<PageRow>(db, pageQuery(db, shape), { name: named, fields: fieldsOf(shape) });
  if (!isUsual(shape)) return make(undefined);
  const known = pages(db);
  const found = known.get(name) ?? make(name);
  known.set(name, found);
  return found;
}

/**
 * The posts of a page and one more, newest first; and how many the list has in all, which an empty page can't
 * tell.
 */
export async function runPage(
  ctx: Ctx,
  { shape, values }: TimelineRequest,
): Promise<{ posts: PostParts[]; total: number | null }> {
  const posts = await preparedPage(ctx.db, shape).execute({ ...values });
  return { posts, total: posts[0]?.total ?? null };
}

/** The total where the page was empty. */
export async function countPosts(ctx: Ctx, { shape, values }: TimelineRequest): Promise<number> {
  const text = sql`${shape.scope === 'home' ? openFollowed : sql``} SELECT ${totalOf(shape)} AS total`;
  const [row] = await preparedRows<{ total: number | null }>(ctx.db, text, {
    name: undefined,
    fields: { total: totalOf(shape) },
  }).execute({ ...values });
  return row?.total ?? 0;
}
