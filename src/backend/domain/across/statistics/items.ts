import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { loadTitles, sumsByItem } from '../../money/earnings/top-earners.ts';
import {
  type Kind,
  type Talk,
  selectStreams,
  selectTalk,
  unlocksOfItems,
  viewsOfItems,
} from './items-query.ts';
import { type Days, checkDays, rangeTimes } from './ranges.ts';

type Found = ReplySource<'GET /performer/statistics/items'>;
type Query = ParsedInput<'GET /performer/statistics/items'>['query'];

interface ItemRow {
  readonly kind: Kind;
  readonly id: string;
  views: number;
  locked: number;
  unlocks: number;
  tips: number;
  earned: number;
}

/** Tips are on posts, except those in a stream. */
async function streamsAmong(ctx: UserCtx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await selectStreams(ctx.db, ids)).map(({ id }) => id));
}

/** Every item that was viewed, bought or tipped in these days. */
async function itemRows(ctx: UserCtx, days: Days): Promise<ItemRow[]> {
  const range = rangeTimes(ctx, days);
  const [views, unlocks, sums] = await Promise.all([
    viewsOfItems(ctx.db, ctx.viewer.id, days),
    unlocksOfItems(ctx.db, ctx.viewer.id, range),
    sumsByItem(ctx, ctx.viewer.id, range),
  ]);
  const streams = await streamsAmong(
    ctx,
    sums.filter(({ kind }) => kind === 'tip').map(({ id }) => id),
  );
  const rows = new Map<string, ItemRow>();
  const getRow = (kind: Kind, id: string): ItemRow => {
    const row = rows.get(id) ?? { kind, id, views: 0, locked: 0, unlocks: 0, tips: 0, earned: 0 };
    rows.set(id, row);
    return row;
  };
  for (const { kind, id, ...figures } of views) Object.assign(getRow(kind, id), figures);
  for (const { kind, id, unlocks: count } of unlocks) getRow(kind, id).unlocks = count;
  for (const { kind, id, net } of sums) {
    if (kind === 'message') continue;
    const row = getRow(kind === 'tip' ? (streams.has(id) ? 'stream' : 'feed') : kind, id);
    row.earned += net;
    if (kind === 'tip') row.tips += net;
  }
  return [...rows.values()];
}

/** Of those who found it locked. Whoever found it locked before these days may have bought it in them. */
const conversionRate = ({ locked, unlocks }: ItemRow): number | null =>
  locked === 0 ? null : Math.min(100, Math.round((unlocks / locked) * 1000) / 10);

const sortValue = (row: ItemRow, sort: Query['sort']): number =>
  sort === 'conversion' ? (conversionRate(row) ?? -1) : row[sort];

async function talkAbout(ctx: UserCtx, rows: readonly ItemRow[], days: Days): Promise<Map<string, Talk>> {
  if (rows.length === 0) return new Map();
  const found = await selectTalk(ctx.db, rows, rangeTimes(ctx, days));
  return new Map(found.map((talk) => [talk.id, talk]));
}

function parseOffset({ cursor, offset }: Query): number {
  if (cursor === undefined) return offset;
  if (!/^\d{1,7}$/.test(cursor))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return Number(cursor);
}

/** The viewer's items with their figures, highest first. */
export async function itemStatistics(ctx: UserCtx, query: Query): Promise<Found> {
  const days = checkDays(query);
  const offset = parseOffset(query);
  const all = (await itemRows(ctx, days)).filter(({ kind }) => !query.kind || kind === query.kind);
  const sorted = all.toSorted(
    (a, b) =>
      sortValue(b, query.sort) - sortValue(a, query.sort) || b.views - a.views || (a.id < b.id ? 1 : -1),
  );
  const page = sorted.slice(offset, offset + query.limit);
  const [titles, talk] = await Promise.all([
    loadTitles(
      ctx,
      page.map(({ id }) => id),
    ),
    talkAbout(ctx, page, days),
  ]);
  const end = offset + page.length;
  return {
    data: page.map((row) => {
      const { id, kind, views, locked, unlocks, tips, earned } = row;
      return {
        _id: id,
        kind,
        title: titles.get(id) ?? null,
        views,
        locked,
        unlocks,
        conversion: conversionRate(row),
        likes: talk.get(id)?.likes ?? 0,
        comments: talk.get(id)?.comments ?? 0,
        tips,
        earned,
      };
    }),
    total: all.length,
    nextCursor: end < all.length ? String(end) : null,
  };
}
