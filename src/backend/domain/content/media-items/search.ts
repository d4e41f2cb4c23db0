import { type SQL, sql } from 'drizzle-orm';
import { matchesText } from '../../../db/matches-text.ts';
import { hasTag } from '../../../db/tags.ts';
import type { Ctx } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { ownerOpen, isCreatorOpen } from '../../base/access/access.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { refuseDeepOffset, MOST_COUNTED } from '../../../kernel/paging.ts';

/* Lists of published galleries and single photos, of all creators or one, filtered by text or tag, sorted by
   newest or most liked. */

export type MediaItemTable = 'galleries' | 'photos';
export interface MediaItemQuery {
  readonly performerId?: string | undefined;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  readonly sort: 'newest' | 'popular';
  readonly cursor?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * SQL conditions on `w`, an item. Creators the viewer can't see are excluded here, unless one creator is
 * requested, which is checked before.
 */
function conditions(table: MediaItemTable, { performerId, q, tag }: MediaItemQuery): SQL {
  const parts = [sql`w.state = 'published'`];
  if (table === 'photos') parts.push(sql`w.gallery_id IS NULL`);
  parts.push(performerId ? sql`w.performer_id = ${performerId}` : ownerOpen(sql`w.performer_id`));
  if (q) parts.push(matchesText(q, sql`w.title`));
  if (tag) parts.push(hasTag(sql`w.tags`, tag));
  return sql.join(parts, sql` AND `);
}

/** The number in the cursor is the publication time or the number of likes. */
function afterCursor({ cursor, sort }: MediaItemQuery): SQL {
  if (cursor === undefined) return sql``;
  const { createdAt, id } = readCursor(cursor);
  return sort === 'newest'
    ? sql`AND (w.published_at, w.id) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`
    : sql`AND (w.likes, w.id) < (${createdAt.getTime()}, ${id}::uuid)`;
}

/**
 * The ids of one page and one more row, in order. Placeholders `viewer` and `places`. Exported so that a
 * test can check its plan.
 */
export function pageOfMediaItems(db: Db, table: MediaItemTable, query: MediaItemQuery) {
  const newest = query.sort === 'newest';
  const page = sql`(
    SELECT w.id, ${newest ? sql`(extract(epoch FROM w.published_at) * 1000)::float8` : sql`w.likes::float8`} AS rank
    FROM ${sql.identifier(table)} w WHERE ${conditions(table, query)} ${afterCursor(query)}
    ORDER BY ${newest ? sql`w.published_at DESC` : sql`w.likes DESC`}, w.id DESC
    LIMIT ${sql.raw(String(query.limit + 1))} OFFSET ${sql.raw(String(query.cursor === undefined ? query.offset : 0))}) AS page`;
  return db.select({ id: sql<string>`page.id`, rank: sql<number>`page.rank` }).from(page);
}

const knownCounts: Record<MediaItemTable, SQL> = {
  galleries: sql`p.galleries`,
  photos: sql`p.single_photos`,
};

/** Exact for one creator without a filter; otherwise counted up to the maximum. */
function planTotal(db: Db, table: MediaItemTable, query: MediaItemQuery) {
  const plain = query.performerId && !query.q && !query.tag;
  const total = plain
    ? sql<number>`(SELECT ${knownCounts[table]} FROM performers p WHERE p.account_id = ${query.performerId})`
    : sql<number>`(SELECT count(*)::int FROM (SELECT 1 FROM ${sql.identifier(table)} w WHERE ${conditions(table, query)} LIMIT ${sql.raw(String(MOST_COUNTED))}) AS counted)`;
  return db.select({ total }).from(sql`(SELECT 1) AS one`);
}

export interface MediaItemPage {
  readonly ids: string[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/**
 * A page of published items. Empty for an unknown creator and for one the viewer can't see.
 * @throws AppError 422 when the offset is too large.
 */
export async function searchMediaItems(
  ctx: Ctx,
  table: MediaItemTable,
  query: MediaItemQuery,
): Promise<MediaItemPage> {
  refuseDeepOffset(query);
  if (query.performerId && !(await isCreatorOpen(ctx, query.performerId)))
    return { ids: [], total: 0, nextCursor: null };
  const values = { viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) };
  const [found, [counted]] = await Promise.all([
    pageOfMediaItems(ctx.db, table, query).execute(values),
    planTotal(ctx.db, table, query).execute(values),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ id, rank }) =>
    encodeCursor({ createdAt: new Date(rank), id }),
  );
  return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0, nextCursor };
}

/** The cursor after a gallery's photo: its position, then its id. */
export const placeCursor = ({ position, id }: { position: number; id: string }): string =>
  encodeCursor({ createdAt: new Date(position), id });
export function afterPlace(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(p.position, p.id) > (${createdAt.getTime()}, ${id}::uuid)`;
}
