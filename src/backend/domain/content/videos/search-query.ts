import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { hasTag } from '../../../db/tags.ts';
import { invalid } from '../../../kernel/errors.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import { MOST_COUNTED } from '../../../kernel/paging.ts';
import { ownerOpen } from '../../base/access/access.ts';

type Query = ParsedInput<'GET /performer-assets/videos/search'>['query'];

/** The sort columns, followed by the id. The cursor stores the value as a number. */
const orders = {
  newest: {
    by: sql`v.published_at`,
    read: (at: Date) => sql`${at.toISOString()}::timestamptz`,
  },
  popular: {
    by: sql`v.views`,
    read: (at: Date) => sql`${at.getTime()}::int`,
  },
} as const;

/** SQL conditions on `v`, a video, apart from who may see it. An index provides the order. */
function filters(query: Query): SQL[] {
  const parts = [sql`v.state = 'published'`];
  if (query.performerId) parts.push(sql`v.performer_id = ${query.performerId}`);
  if (query.tag) parts.push(hasTag(sql`v.tags`, query.tag));
  if (query.q) parts.push(sql`(${matchesText(query.q, sql`v.title`)} OR ${hasTag(sql`v.tags`, query.q)})`);
  return parts;
}

function afterCursor({ cursor, sort }: Query): SQL[] {
  if (cursor === undefined) return [];
  const { createdAt, id } = readCursor(cursor);
  if (sort === 'popular' && createdAt.getTime() > 2_147_483_647)
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  const { by, read } = orders[sort];
  return [sql`(${by}, v.id) < (${read(createdAt)}, ${id}::uuid)`];
}

/** For one creator, visibility is checked once; otherwise, for every row. */
const owners = ({ performerId }: Query): SQL[] => (performerId ? [] : [ownerOpen(sql`v.performer_id`)]);

/**
 * The ids of a page and one more row. Placeholders `viewer` and `places`. Exported so that a test can check
 * its plan.
 */
export function pageOfVideos(query: Query): SQL {
  const { by } = orders[query.sort];
  const where = sql.join([...filters(query), ...afterCursor(query), ...owners(query)], sql` AND `);
  const skip = query.cursor === undefined ? query.offset : 0;
  return sql`SELECT v.id FROM videos v WHERE ${where} ORDER BY ${by} DESC, v.id DESC LIMIT ${sql.raw(String(query.limit + 1))} OFFSET ${sql.raw(String(skip))}`;
}

export async function countVideos(db: Db, query: Query): Promise<number> {
  const [row] = await fetchRows<{ total: number }>(
    db.execute(sql`
    SELECT count(*)::int AS total FROM (SELECT 1 FROM videos v WHERE ${sql.join(filters(query), sql` AND `)} LIMIT ${sql.raw(String(MOST_COUNTED))}) AS counted`),
  );
  return row?.total ?? 0;
}

/** How many of the newest videos are searched for common tags. */
const LOOKED_THROUGH = 500;

/**
 * The ids of videos related to one: others by the same creator, then those sharing a tag, newest first. Placeholders
 * `viewer` and `places`.
 */
export function relatedTo(id: string, limit: number): SQL {
  const most = sql.raw(String(limit));
  const newest = sql.raw(`ORDER BY v.published_at DESC, v.id DESC LIMIT ${LOOKED_THROUGH}`);
  return sql`
    WITH one AS (SELECT id, performer_id, tag_keys(tags) AS tags FROM videos WHERE id = ${id}),
    own AS (SELECT v.id, v.published_at, 0 AS rank FROM one CROSS JOIN LATERAL (
      SELECT v.id, v.published_at, v.performer_id FROM videos v WHERE v.performer_id = one.performer_id AND v.state = 'published' AND v.id <> one.id ORDER BY v.published_at DESC, v.id DESC LIMIT ${most}) AS v),
    alike AS (SELECT v.id, v.published_at, 1 AS rank FROM one, (SELECT v.* FROM videos v WHERE v.state = 'published' ${newest}) AS v
      WHERE v.performer_id <> one.performer_id AND tag_keys(v.tags) && one.tags AND ${ownerOpen(sql`v.performer_id`)} LIMIT ${most})
    SELECT id, rank FROM (SELECT * FROM own UNION ALL SELECT * FROM alike) AS found ORDER BY rank, published_at DESC LIMIT ${most}`;
}
