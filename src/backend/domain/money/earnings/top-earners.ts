import { type SQL, sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { type EarningFilter, type Range, amounts, isOfItem } from './rows.ts';
import { type SumRow, split, toFigures, unsaved } from './sums.ts';

type TopEarners = ReplySource<'GET /performer/earning/tops'>;
type Item = TopEarners['items'][number]['item'];
type Dimension = 'fan' | 'item';

const shown = 10;
const dimensionKeys: Record<Dimension, SQL> = {
  fan: sql`t.actor_id::text`,
  item: sql`t.subject || ':' || t.subject_id`,
};
const counts: Record<Dimension, SQL> = { fan: sql`t.actor_id IS NOT NULL`, item: isOfItem };

/**
 * Rows `key, gross, commission, net, count` of a creator's sales and refunds: stored totals for past days,
 * the ledger for the rest.
 */
async function byKey(
  ctx: Ctx,
  performerId: string,
  asked: Range & { dimension: Dimension; key?: string },
): Promise<SQL> {
  const { dimension, key, ...range } = asked;
  const parts = await split(ctx, range);
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

const parseItemKey = (key: string): Item => ({
  kind: key.slice(0, key.indexOf(':')) as Item['kind'],
  _id: key.slice(key.indexOf(':') + 1),
});
function itemFilter(key: string): EarningFilter {
  const { kind, _id } = parseItemKey(key);
  return { itemKind: kind, itemId: _id };
}

export async function sumsOfItem(ctx: Ctx, performerId: string, asked: Range & { key: string }) {
  const [row] = await fetchRows<SumRow>(
    ctx.db.execute(sql`
    SELECT coalesce(sum(gross), 0) AS gross, coalesce(sum(commission), 0) AS commission, coalesce(sum(net), 0) AS net, coalesce(sum(count), 0) AS count
    FROM (${await byKey(ctx, performerId, { ...asked, dimension: 'item' })}) AS kept (key, gross, commission, net, count)`),
  );
  return toFigures(row ?? { gross: '0', commission: '0', net: '0', count: 0 });
}

async function loadTop(ctx: Ctx, performerId: string, asked: Range & { dimension: Dimension }) {
  const rows = await fetchRows<SumRow & { key: string }>(
    ctx.db.execute(sql`
    SELECT key, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
    FROM (${await byKey(ctx, performerId, asked)}) AS kept (key, gross, commission, net, count) GROUP BY key HAVING sum(gross) > 0 ORDER BY sum(net) DESC, key LIMIT ${shown}`),
  );
  return rows.map((row) => ({ key: row.key, ...toFigures(row) }));
}

/** What each of a creator's items brought in, by its key (`feed:…`, `tip:…` for tips on it). */
export async function sumsByItem(
  ctx: Ctx,
  performerId: string,
  range: Range,
): Promise<{ kind: Item['kind']; id: string; net: number }[]> {
  const rows = await fetchRows<{ key: string; net: string }>(
    ctx.db.execute(sql`
    SELECT key, sum(net) AS net FROM (${await byKey(ctx, performerId, { ...range, dimension: 'item' })}) AS kept (key, gross, commission, net, count) GROUP BY key`),
  );
  return rows.map(({ key, net }) => ({
    kind: parseItemKey(key).kind,
    id: parseItemKey(key)._id,
    net: Number(net),
  }));
}

/** The viewer's posts that earned most in a range, by unlocks and tips together. */
export async function topPosts(
  ctx: UserCtx,
  range: Range,
  most: number,
): Promise<{ id: string; net: number }[]> {
  const rows = await fetchRows<{ id: string; net: string }>(
    ctx.db.execute(sql`
    SELECT split_part(key, ':', 2) AS id, sum(net) AS net
    FROM (${await byKey(ctx, ctx.viewer.id, { ...range, dimension: 'item' })}) AS kept (key, gross, commission, net, count)
    WHERE key LIKE 'feed:%' OR key LIKE 'tip:%' GROUP BY 1 HAVING sum(net) > 0 ORDER BY sum(net) DESC, 1 LIMIT ${most}`),
  );
  return rows.map(({ id, net }) => ({ id, net: Number(net) }));
}

/** Titles of items of any kind, for their creator; items without a title are omitted. */
export async function loadTitles(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`ANY (${idList(ids)}::text::uuid[])`;
  const rows = await fetchRows<{ id: string; title: string }>(
    ctx.db.execute(sql`
    SELECT id, text AS title FROM feeds WHERE id = ${wanted} UNION ALL SELECT id, title FROM videos WHERE id = ${wanted} UNION ALL SELECT id, title FROM galleries WHERE id = ${wanted}
    UNION ALL SELECT id, name FROM products WHERE id = ${wanted} UNION ALL SELECT id, title FROM auctions WHERE id = ${wanted} UNION ALL SELECT id, title FROM streams WHERE id = ${wanted}
    UNION ALL SELECT id, text FROM messages WHERE id = ${wanted}
    UNION ALL SELECT p.id, 'Private stream with ' || a.name FROM private_streams p JOIN accounts a ON a.id = p.account_id WHERE p.id = ${wanted}`),
  );
  return new Map(
    rows.map(({ id, title }) => [id, shortPost(title, 80)] as const).filter(([, title]) => title !== ''),
  );
}

export async function topEarners(ctx: UserCtx, range: Range): Promise<TopEarners> {
  const fans = await loadTop(ctx, ctx.viewer.id, { ...range, dimension: 'fan' });
  const items = await loadTop(ctx, ctx.viewer.id, { ...range, dimension: 'item' });
  const cards = await performerCards(
    ctx,
    fans.map(({ key }) => key),
  );
  const titles = await loadTitles(
    ctx,
    items.map(({ key }) => parseItemKey(key)._id),
  );
  return {
    users: fans.flatMap(({ key, ...figures }) => {
      const user = cards.get(key);
      return user ? [{ user, ...figures }] : [];
    }),
    items: items.map(({ key, ...figures }) => ({
      item: parseItemKey(key),
      title: titles.get(parseItemKey(key)._id) ?? null,
      ...figures,
    })),
  };
}
