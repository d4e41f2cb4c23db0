import { sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';

export type Kind = ReplySource<'GET /performer/statistics/items'>['data'][number]['kind'];
interface Range {
  readonly from: string;
  readonly to: string;
}

/** Views of a creator's items in these days. */
export const viewsOfItems = (
  db: Db,
  performerId: string,
  { from, to }: Range,
): Promise<{ kind: Kind; id: string; views: number; locked: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT kind, item_id AS id, sum(views)::int AS views, sum(locked)::int AS locked FROM item_view_days
    WHERE performer_id = ${performerId} AND day >= ${from}::date AND day <= ${to}::date AND kind <> 'profile' GROUP BY 1, 2`),
  );

/** What is delivered as a file or a page is in `purchases`, what is shipped is an order alone. */
export const unlocksOfItems = (
  db: Db,
  performerId: string,
  { from, to }: Range,
): Promise<{ kind: Kind; id: string; unlocks: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT kind, item_id AS id, count(*)::int AS unlocks FROM purchases
    WHERE performer_id = ${performerId} AND reversed_at IS NULL AND kind <> 'message' AND created_at >= ${from}::timestamptz AND created_at < ${to}::timestamptz GROUP BY 1, 2
    UNION ALL
    SELECT source, coalesce(product_id, auction_id), count(*)::int FROM orders
    WHERE seller_id = ${performerId} AND state <> 'refunded' AND snapshot->>'type' = 'physical' AND created_at >= ${from}::timestamptz AND created_at < ${to}::timestamptz GROUP BY 1, 2`),
  );

/** Those of the ids that are streams. */
export const selectStreams = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT id FROM streams WHERE id = ANY (${idList(ids)}::text::uuid[])
    UNION ALL SELECT id FROM private_streams WHERE id = ANY (${idList(ids)}::text::uuid[])`),
  );

export interface Talk {
  readonly id: string;
  readonly likes: number;
  readonly comments: number;
}
/** Likes and comments that some items got. */
export function selectTalk(
  db: Db,
  items: readonly { kind: Kind; id: string }[],
  { from, to }: Range,
): Promise<Talk[]> {
  const about = sql`(object_type, object_id) IN (${sql.join(
    items.map(({ kind, id }) => sql`(${kind}, ${id}::uuid)`),
    sql`, `,
  )}) AND created_at >= ${from}::timestamptz AND created_at < ${to}::timestamptz`;
  return fetchRows(
    db.execute(sql`
    SELECT id, sum(likes)::int AS likes, sum(comments)::int AS comments FROM (
      SELECT object_id AS id, count(*) AS likes, 0 AS comments FROM reactions WHERE action = 'like' AND ${about} GROUP BY 1
      UNION ALL SELECT object_id, 0, count(*) FROM comments WHERE deleted_at IS NULL AND held_at IS NULL AND ${about} GROUP BY 1) AS talk GROUP BY id`),
  );
}
