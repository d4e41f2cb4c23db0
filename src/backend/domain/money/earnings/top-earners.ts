import type { ReplySource } from '#contract/core/registry.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { type EarningItem, type Range, parseItemKey } from './rows.ts';
import { split, toFigures } from './sums.ts';
import { bestKeys, bestPosts, sumByItem, sumOfItem, findTitles } from './tops-query.ts';

type TopEarners = ReplySource<'GET /performer/earning/tops'>;

const shown = 10;

export async function sumsOfItem(ctx: Ctx, performerId: string, { key, ...range }: Range & { key: string }) {
  const parts = await split(ctx, range);
  return toFigures(await sumOfItem(ctx.db, { performerId, parts, dimension: 'item', key }));
}

async function loadTop(ctx: UserCtx, dimension: 'fan' | 'item', range: Range) {
  const parts = await split(ctx, range);
  const rows = await bestKeys(ctx.db, { performerId: ctx.viewer.id, parts, dimension }, shown);
  return rows.map((row) => ({ key: row.key, ...toFigures(row) }));
}

/** What each of a creator's items brought in, by its key (`feed:…`, `tip:…` for tips on it). */
export async function sumsByItem(
  ctx: Ctx,
  performerId: string,
  range: Range,
): Promise<{ kind: EarningItem['kind']; id: string; net: number }[]> {
  const rows = await sumByItem(ctx.db, { performerId, parts: await split(ctx, range), dimension: 'item' });
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
  const parts = await split(ctx, range);
  const rows = await bestPosts(ctx.db, { performerId: ctx.viewer.id, parts, dimension: 'item' }, most);
  return rows.map(({ id, net }) => ({ id, net: Number(net) }));
}

/** Titles of items of any kind, for their creator; items without a title are omitted. */
export async function loadTitles(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await findTitles(ctx.db, ids);
  return new Map(
    rows.map(({ id, title }) => [id, shortPost(title, 80)] as const).filter(([, title]) => title !== ''),
  );
}

export async function topEarners(ctx: UserCtx, range: Range): Promise<TopEarners> {
  const fans = await loadTop(ctx, 'fan', range);
  const items = await loadTop(ctx, 'item', range);
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
