import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { isEarned, isOfItem, movedIn, savedSource, startOfDay } from './rows.ts';
import { site } from '../../base/ledger/ledger.ts';

/** The quarter of an hour of a row of the ledger, and the day (UTC) of one of `earning_quarter_hours`. */
const quarterHour = sql`date_bin('15 minutes', t.created_at, 'epoch')`;
export const dayOfQuarter = sql`(quarters.at AT TIME ZONE 'UTC')::date`;
/** The month of a row of `days`. */
export const monthStart = sql`date_trunc('month', days.day)::date`;

/** Whether anything moved any creator's balance before a time. */
export async function hasMovedBefore(db: Db, to: string): Promise<boolean> {
  const [row] = await fetchRows<{ moved: boolean }>(
    db.execute(sql`SELECT EXISTS (SELECT 1 FROM ledger_transactions t WHERE ${movedIn({ to })}) AS moved`),
  );
  return row?.moved ?? false;
}

/** The days to add up, of one creator or of all. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly performerId?: string;
}

/**
 * The same amounts as `amounts` in `rows.ts` for all rows `id, performer_id, earned` of `moved` at once, since looking up a million one
 * by one is too slow. The ledger check compares both.
 */
const amountsOfMoved = sql`
  SELECT moved.id, coalesce(sum(p.amount) FILTER (WHERE a.kind = 'earnings' AND a.owner_id = moved.performer_id), 0) AS net,
    coalesce(sum(p.amount) FILTER (WHERE moved.earned AND a.id = ${site.commission.id}), 0) AS commission
  FROM moved LEFT JOIN ledger_postings p ON p.transaction_id = moved.id LEFT JOIN ledger_accounts a ON a.id = p.account_id GROUP BY moved.id`;

/**
 * Adds up days that have no totals yet, for all creators in one statement: the first run covers years of
 * sales, and every row is read once. Each day is also added to its month. Notes of late rows are deleted in
 * the same statement, which sees a note exactly if it sees the row, so a row that arrives a moment later is
 * neither counted twice nor lost.
 */
export async function sumDays(db: Db, { from, to, performerId }: Days): Promise<void> {
  await db.execute(sql`
    WITH moved AS MATERIALIZED (
      SELECT t.id, t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, ${quarterHour} AS at, ${savedSource} AS source, t.actor_id, CASE WHEN ${isOfItem} THEN t.subject || ':' || t.subject_id END AS item,
        ${isEarned} AS earned
      FROM ledger_transactions t WHERE ${movedIn({ performerId, from: startOfDay(from), to: startOfDay(to) })}),
    counted AS (
      DELETE FROM earning_late late WHERE late.day >= ${from}::date AND late.day < ${to}::date ${performerId ? sql`AND late.performer_id = ${performerId}` : sql``}),
    sold AS MATERIALIZED (
      SELECT moved.*, sums.net + sums.commission AS gross, sums.commission, sums.net FROM moved JOIN (${amountsOfMoved}) AS sums ON sums.id = moved.id),
    quarters AS (
      INSERT INTO earning_quarter_hours (performer_id, at, source, gross, commission, net, count)
      SELECT performer_id, at, source, sum(gross), sum(commission), sum(net), count(*) FROM sold GROUP BY performer_id, at, source ORDER BY performer_id, at RETURNING *),
    days AS (
      INSERT INTO earning_days (performer_id, day, source, gross, commission, net, count)
      SELECT performer_id, ${dayOfQuarter}, source, sum(gross), sum(commission), sum(net), sum(count) FROM quarters GROUP BY 1, 2, 3 RETURNING *),
    months AS (
      INSERT INTO earning_months (performer_id, month, source, gross, commission, net, count)
      SELECT performer_id, ${monthStart}, source, sum(gross), sum(commission), sum(net), sum(count) FROM days GROUP BY 1, 2, 3
      ON CONFLICT (performer_id, month, source) DO UPDATE SET gross = earning_months.gross + excluded.gross, commission = earning_months.commission + excluded.commission,
        net = earning_months.net + excluded.net, count = earning_months.count + excluded.count)
    INSERT INTO earning_day_tops (performer_id, dimension, key, day, gross, commission, net, count)
    SELECT * FROM (
      SELECT performer_id, 'fan' AS dimension, actor_id::text AS key, day, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE earned AND actor_id IS NOT NULL GROUP BY performer_id, day, actor_id
      UNION ALL
      SELECT performer_id, 'item', item, day, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE item IS NOT NULL GROUP BY performer_id, day, item) AS tops
    -- In primary key order, so that a million rows are appended to the index instead of spread over it.
    ORDER BY performer_id, dimension, day, key`);
}

/** Deletes a creator's day and takes it out of its month. */
export async function takeOutDay(db: Db, performerId: string, day: string): Promise<void> {
  await db.execute(sql`
    WITH days AS (DELETE FROM earning_days WHERE performer_id = ${performerId} AND day = ${day}::date RETURNING *)
    UPDATE earning_months stored SET gross = stored.gross - days.gross, commission = stored.commission - days.commission, net = stored.net - days.net, count = stored.count - days.count
    FROM days WHERE stored.performer_id = days.performer_id AND stored.month = ${monthStart} AND stored.source = days.source`);
}

/** Transactions that are writing ledger rows. Copies of a database, which may run beside it, have the same table ids. */
export const writers = (db: Db): Promise<{ who: string }[]> =>
  fetchRows(
    db.execute(sql`
  SELECT DISTINCT virtualtransaction AS who FROM pg_locks
  WHERE locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation = 'ledger_transactions'::regclass AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()`),
  );
