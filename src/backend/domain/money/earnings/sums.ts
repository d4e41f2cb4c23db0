import type { Cents } from '#lib/units.ts';
import { plusDays, utcDay } from '#lib/utc-days.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { planCut } from '../../../kernel/local-days.ts';
import { closedUntil } from './days.ts';
import { type SavedSource, type Range, startOfDay } from './rows.ts';
import { type Split, type SumRow, sumByDay, sumBySource } from './sums-query.ts';

export interface Figures {
  gross: Cents;
  commission: Cents;
  net: Cents;
  count: number;
}
export interface DaySum extends Figures {
  readonly day: string;
  readonly source: SavedSource;
}
export const toFigures = (row: SumRow): Figures => ({
  gross: Number(row.gross),
  commission: Number(row.commission),
  net: Number(row.net),
  count: Number(row.count),
});
export function addUp(all: readonly Figures[]): Figures {
  const total = { gross: 0, commission: 0, net: 0, count: 0 };
  for (const each of all)
    for (const figure of ['gross', 'commission', 'net', 'count'] as const) total[figure] += each[figure];
  return total;
}

const firstDay = '1970-01-01';
const lastDay = '9999-12-31';
const dayFrom = (iso: string | undefined): string => {
  if (!iso || Date.parse(iso) <= 0) return firstDay;
  const day = utcDay(new Date(iso));
  return Date.parse(iso) === Date.parse(startOfDay(day)) ? day : plusDays(day, 1);
};

export async function split(ctx: Ctx, { from, to }: Range): Promise<Split> {
  const closed = await closedUntil(ctx);
  const start = dayFrom(from);
  const end = to === undefined ? lastDay : utcDay(new Date(Math.max(Date.parse(to), 0)));
  const until = end < closed ? end : closed;
  if (start >= until) return { days: null, rest: [{ from, to }] };
  const rest: Range[] = [];
  if (from && Date.parse(from) < Date.parse(startOfDay(start))) rest.push({ from, to: startOfDay(start) });
  if (to === undefined || Date.parse(startOfDay(until)) < Date.parse(to))
    rest.push({ from: startOfDay(until), to });
  return { days: { from: start, to: until }, rest };
}

/** Amounts of the viewer by source and day in the viewer's zone. Whole days are added up of their quarter hours. */
export async function sumsByDay(ctx: UserCtx, range: Range): Promise<DaySum[]> {
  const { id: performerId } = ctx.viewer;
  const parts = await split(ctx, range);
  const rows = await sumByDay(ctx.db, { performerId, parts, cut: planCut(ctx, range) });
  return rows.map((row) => ({ day: row.day, source: row.source, ...toFigures(row) }));
}

/** Amounts by source, for any number of days. */
export async function sumsBySource(
  ctx: Ctx,
  performerId: string,
  range: Range,
): Promise<(Figures & { source: SavedSource })[]> {
  const rows = await sumBySource(ctx.db, performerId, await split(ctx, range));
  return rows.map((row) => ({ source: row.source, ...toFigures(row) }));
}
