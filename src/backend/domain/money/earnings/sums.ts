import type { Cents } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { dayAt, planCut } from '../../../kernel/local-days.ts';
import { fetchRows } from '../../../db/db.ts';
import { closedUntil, dayAfter, startOfDay, toUtcDay } from './days.ts';
import { type EarningFilter, type SavedSource, type Range, amounts, savedSource, matching } from './rows.ts';
import { addMonths } from '../../../kernel/subscription-dates.ts';

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
export interface SumRow {
  gross: string;
  commission: string;
  net: string;
  count: string | number;
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

/** A range split into days that are already added up and the rest, which is read from the ledger. */
export interface Split {
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly rest: readonly Range[];
}

const firstDay = '1970-01-01';
const lastDay = '9999-12-31';
const dayFrom = (iso: string | undefined): string => {
  if (!iso || Date.parse(iso) <= 0) return firstDay;
  const day = toUtcDay(new Date(iso));
  return Date.parse(iso) === Date.parse(startOfDay(day)) ? day : dayAfter(day);
};

export async function split(ctx: Ctx, { from, to }: Range): Promise<Split> {
  const closed = await closedUntil(ctx);
  const start = dayFrom(from);
  const end = to === undefined ? lastDay : toUtcDay(new Date(Math.max(Date.parse(to), 0)));
  const until = end < closed ? end : closed;
  if (start >= until) return { days: null, rest: [{ from, to }] };
  const rest: Range[] = [];
  if (from && Date.parse(from) < Date.parse(startOfDay(start))) rest.push({ from, to: startOfDay(start) });
  if (to === undefined || Date.parse(startOfDay(until)) < Date.parse(to))
    rest.push({ from: startOfDay(until), to });
  return { days: { from: start, to: until }, rest };
}

/**
 * SQL conditions on transactions `t`, one for each set of rows that daily totals don't include: other times,
 * and rows that came late.
 */
export function unsaved(
  performerId: string,
  { days, rest }: Split,
  filter: EarningFilter = { part: 'all' },
): SQL[] {
  const read = rest.map((range) => matching(performerId, { ...filter, ...range }));
  if (!days) return read;
  const late = sql`SELECT transaction_id FROM earning_late WHERE performer_id = ${performerId} AND day >= ${days.from}::date AND day < ${days.to}::date`;
  return [...read, sql`t.id = ANY (ARRAY(${late})) AND ${matching(performerId, filter)}`];
}

const monthFrom = (day: string): string =>
  day.endsWith('-01') ? day : toUtcDay(addMonths(new Date(startOfDay(`${day.slice(0, 8)}01`)), 1));

/** Selects daily totals; with `coarse`, monthly ones where possible, each dated the first of the month. */
function savedSums(performerId: string, { from, to }: NonNullable<Split['days']>, coarse: boolean): SQL[] {
  const days = (first: string, end: string) =>
    sql`SELECT day::text AS day, source, gross, commission, net, count FROM earning_days WHERE performer_id = ${performerId} AND day >= ${first}::date AND day < ${end}::date`;
  const [first, end] = [monthFrom(from), `${to.slice(0, 8)}01`];
  if (!coarse || first >= end) return [days(from, to)];
  const months = sql`SELECT month::text AS day, source, gross, commission, net, count FROM earning_months WHERE performer_id = ${performerId} AND month >= ${first}::date AND month < ${end}::date AND count > 0`;
  return [months, ...(from < first ? [days(from, first)] : []), ...(end < to ? [days(end, to)] : [])];
}

/** The same rows from the ledger, for what no sums include. `day` is an expression on transactions `t`. */
const readSums = (performerId: string, parts: Split, day: SQL): SQL[] =>
  unsaved(performerId, parts).map(
    (rows) => sql`
    SELECT ${day} AS day, ${savedSource} AS source,
      sum(sums.net + sums.commission) AS gross, sum(sums.commission) AS commission, sum(sums.net) AS net, count(*) AS count
    FROM ledger_transactions t ${amounts(performerId)} WHERE ${rows} GROUP BY 1, 2`,
  );

/**
 * Rows `day, source, gross, commission, net, count` of a creator by UTC day, from both parts of a range. `coarse`
 * allows monthly rows.
 */
export function summed(performerId: string, { days, rest }: Split, { coarse = false } = {}): SQL {
  const saved = days ? savedSums(performerId, days, coarse) : [];
  const read = readSums(performerId, { days, rest }, sql`((t.created_at AT TIME ZONE 'UTC')::date)::text`);
  return sql.join([...saved, ...read], sql` UNION ALL `);
}

interface DayRow extends SumRow {
  day: string;
  source: SavedSource;
}

/** Amounts of the viewer by source and day in the viewer's zone. Whole days are added up of their quarter hours. */
export async function sumsByDay(ctx: UserCtx, range: Range): Promise<DaySum[]> {
  const { id } = ctx.viewer;
  const parts = await split(ctx, range);
  const cut = planCut(ctx, range);
  const { days } = parts;
  const saved = days
    ? [
        sql`
    SELECT ${dayAt(cut, sql`at`)} AS day, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_quarter_hours
    WHERE performer_id = ${id} AND at >= ${startOfDay(days.from)}::timestamptz AND at < ${startOfDay(days.to)}::timestamptz GROUP BY 1, 2`,
      ]
    : [];
  const read = readSums(id, parts, dayAt(cut, sql`t.created_at`));
  const rows = await fetchRows<DayRow>(ctx.db.execute(sql.join([...saved, ...read], sql` UNION ALL `)));
  return rows.map((row) => ({ day: row.day, source: row.source, ...toFigures(row) }));
}

/** Amounts by source, for any number of days. */
export async function sumsBySource(
  ctx: Ctx,
  performerId: string,
  range: Range,
): Promise<(Figures & { source: SavedSource })[]> {
  const rows = await fetchRows<DayRow>(
    ctx.db.execute(sql`
    SELECT source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
    FROM (${summed(performerId, await split(ctx, range), { coarse: true })}) AS every_day (day, source, gross, commission, net, count) GROUP BY source`),
  );
  return rows.map((row) => ({ source: row.source, ...toFigures(row) }));
}
