import { type SQL, sql } from 'drizzle-orm';
import { utcDay } from '#lib/utc-days.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { type Cut, dayAt } from '../../../kernel/local-days.ts';
import { addMonths } from '../../../kernel/subscription-dates.ts';
import {
  type EarningFilter,
  type Range,
  type SavedSource,
  amounts,
  matching,
  savedSource,
  startOfDay,
} from './rows.ts';

export interface SumRow {
  gross: string;
  commission: string;
  net: string;
  count: string | number;
}

interface SourceRow extends SumRow {
  readonly source: SavedSource;
}
/** A range split into days that are already added up and the rest, which is read from the ledger. */
export interface Split {
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly rest: readonly Range[];
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
  day.endsWith('-01') ? day : utcDay(addMonths(new Date(startOfDay(`${day.slice(0, 8)}01`)), 1));

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
function summed(performerId: string, { days, rest }: Split, { coarse = false } = {}): SQL {
  const saved = days ? savedSums(performerId, days, coarse) : [];
  const read = readSums(performerId, { days, rest }, sql`((t.created_at AT TIME ZONE 'UTC')::date)::text`);
  return sql.join([...saved, ...read], sql` UNION ALL `);
}

/** By source and day in the zone of `cut`. Whole days are added up of their quarter hours. */
export function sumByDay(
  db: Db,
  { performerId, parts, cut }: { performerId: string; parts: Split; cut: Cut },
): Promise<(SourceRow & { readonly day: string })[]> {
  const { days } = parts;
  const saved = days
    ? [
        sql`
    SELECT ${dayAt(cut, sql`at`)} AS day, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_quarter_hours
    WHERE performer_id = ${performerId} AND at >= ${startOfDay(days.from)}::timestamptz AND at < ${startOfDay(days.to)}::timestamptz GROUP BY 1, 2`,
      ]
    : [];
  const read = readSums(performerId, parts, dayAt(cut, sql`t.created_at`));
  return fetchRows(db.execute(sql.join([...saved, ...read], sql` UNION ALL `)));
}

export const sumBySource = (db: Db, performerId: string, parts: Split): Promise<SourceRow[]> =>
  fetchRows(
    db.execute(sql`
    SELECT source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
    FROM (${summed(performerId, parts, { coarse: true })}) AS every_day (day, source, gross, commission, net, count) GROUP BY source`),
  );

/** The current balance, and what moved it by source and month: one statement, one moment. */
export const balanceAndMovements = (
  db: Db,
  creatorId: string,
  parts: Split,
): Promise<(SumRow & { balance: string; source: SavedSource | null; month: string })[]> =>
  fetchRows(
    db.execute(sql`
    SELECT stands.balance, moved.* FROM (SELECT coalesce(sum(balance), 0) AS balance FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${creatorId}) AS stands
    LEFT JOIN (
      SELECT source, left(day, 7) AS month, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
      FROM (${summed(creatorId, parts, { coarse: true })}) AS every_day (day, source, gross, commission, net, count) GROUP BY 1, 2) AS moved ON true`),
  );
