import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { type EarningFilter, amounts, isOfItem, itemFilter } from './rows.ts';
import { type Split, type SumRow, unsaved } from './sums-query.ts';

type Dimension = 'fan' | 'item';
interface Asked {
  readonly performerId: string;
  readonly parts: Split;
  readonly dimension: Dimension;
  readonly key?: string;
}

const dimensionKeys: Record<Dimension, SQL> = {
  fan: sql`t.actor_id::text`,
  item: sql`t.subject || ':' || t.subject_id`,
};
const counts: Record<Dimension, SQL> = { fan: sql`t.actor_id IS NOT NULL`, item: isOfItem };

/**
 * Rows `key, gross, commission, net, count` of a creator's sales and refunds: stored totals for past days,
 * the ledger for the rest.
 */
function byKey({ performerId, parts, dimension, key }: Asked): SQL {
  const { days } = parts;
  const saved = days
    ? [
        sql`SELECT key, gross, commission, net, count FROM earning_day_tops
        WHERE performer_id = ${performerId} AND dimension = ${sql.raw(`'${dimension}'`)} ${key ? sql`AND key = ${key}` : sql``} AND day >= ${days.from}::date AND day < ${days.to}::date`,
      ]
    : [];
  const filter: EarningFilter = { part: 'earned', ...(key && itemFilter(key)) };
  const read = unsaved(performerId, parts, filter).map(
    (rows) => sql`
    SELECT ${dimensionKeys[dimension]} AS key, sums.net + sums.commission AS gross, sums.commission, sums.net, 1 AS count
    FROM ledger_transactions t ${amounts(performerId)} WHERE ${counts[dimension]} AND ${rows}`,
  );
  return sql.join([...saved, ...read], sql` UNION ALL `);
}

/** The sums of the item with the key. */
export async function sumOfItem(db: Db, asked: Asked & { readonly key: string }): Promise<SumRow> {
  const [row] = await fetchRows<SumRow>(
    db.execute(sql`
    SELECT coalesce(sum(gross), 0) AS gross, coalesce(sum(commission), 0) AS commission, coalesce(sum(net), 0) AS net, coalesce(sum(count), 0) AS count
    FROM (${byKey(asked)}) AS kept (key, gross, commission, net, count)`),
  );
  return row ?? { gross: '0', commission: '0', net: '0', count: 0 };
}

/** What earned most, if anything. */
export const bestKeys = (db: Db, asked: Asked, most: number): Promise<(SumRow & { key: string })[]> =>
  fetchRows(
    db.execute(sql`
    SELECT key, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
    FROM (${byKey(asked)}) AS kept (key, gross, commission, net, count) GROUP BY key HAVING sum(gross) > 0 ORDER BY sum(net) DESC, key LIMIT ${most}`),
  );

export const sumByItem = (db: Db, asked: Asked): Promise<{ key: string; net: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT key, sum(net) AS net FROM (${byKey(asked)}) AS kept (key, gross, commission, net, count) GROUP BY key`),
  );

/** The posts that earned most, by unlocks and tips together. */
export const bestPosts = (db: Db, asked: Asked, most: number): Promise<{ id: string; net: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT split_part(key, ':', 2) AS id, sum(net) AS net
    FROM (${byKey(asked)}) AS kept (key, gross, commission, net, count)
    WHERE key LIKE 'feed:%' OR key LIKE 'tip:%' GROUP BY 1 HAVING sum(net) > 0 ORDER BY sum(net) DESC, 1 LIMIT ${most}`),
  );

/** Titles of items of any kind, for their creator. */
export function findTitles(db: Db, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  const wanted = sql`ANY (${idList(ids)}::text::uuid[])`;
  return fetchRows(
    db.execute(sql`
    SELECT id, text AS title FROM feeds WHERE id = ${wanted} UNION ALL SELECT id, title FROM videos WHERE id = ${wanted} UNION ALL SELECT id, title FROM galleries WHERE id = ${wanted}
    UNION ALL SELECT id, name FROM products WHERE id = ${wanted} UNION ALL SELECT id, title FROM auctions WHERE id = ${wanted} UNION ALL SELECT id, title FROM streams WHERE id = ${wanted}
    UNION ALL SELECT id, text FROM messages WHERE id = ${wanted}
    UNION ALL SELECT p.id, 'Private stream with ' || a.name FROM private_streams p JOIN accounts a ON a.id = p.account_id WHERE p.id = ${wanted}`),
  );
}
