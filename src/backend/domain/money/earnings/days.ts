import { sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { amounts, amountsOfMoved, isEarned, isOfItem, savedSource, movedIn } from './rows.ts';

/**
 * How long after its end a day is added up. If a row arrives even later, a trigger notes it and the day is
 * added up again.
 */
const graceMs = 60 * 60_000;
/** How long to wait for payments that are being written. */
const writersMs = 5_000;

export const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);
export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;
/** The quarter of an hour of a row of the ledger, and the day (UTC) of one of `earning_quarter_hours`. */
const quarterHour = sql`date_bin('15 minutes', t.created_at, 'epoch')`;
const dayOfQuarter = sql`(quarters.at AT TIME ZONE 'UTC')::date`;
/** The month of a row of `days`. */
const monthStart = sql`date_trunc('month', days.day)::date`;

/** Days (UTC) before this one have been added up. */
export async function closedUntil(ctx: Ctx): Promise<string> {
  const [row] = await fetchRows<{ day: string }>(
    ctx.db.execute(sql`SELECT closed_until::text AS day FROM earning_closing`),
  );
  return row?.day ?? '1970-01-01';
}

/** Whether there are sales of past days, and none of these days has been added up yet, such as after an upgrade. */
export async function isFirstAddingUp(ctx: Ctx): Promise<boolean> {
  if ((await closedUntil(ctx)) !== '1970-01-01') return false;
  const [row] = await fetchRows<{ waits: boolean }>(
    ctx.db.execute(
      sql`SELECT EXISTS (SELECT 1 FROM ledger_transactions t WHERE ${movedIn({ to: startOfDay(toUtcDay(now(ctx))) })}) AS waits`,
    ),
  );
  return row?.waits ?? false;
}

/** The days to add up, of one creator or of all. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly performerId?: string;
}

/**
 * Adds up days that have no totals yet, for all creators in one statement: the first run covers years of
 * sales, and every row is read once. Each day is also added to its month. Notes of late rows are deleted in
 * the same statement, which sees a note exactly if it sees the row, so a row that arrives a moment later is
 * neither counted twice nor lost.
 */
async function sumDays(tx: Ctx, { from, to, performerId }: Days): Promise<void> {
  await tx.db.execute(sql`
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

async function forget(tx: Ctx, performerId: string, day: string): Promise<void> {
  await tx.db.execute(sql`
    WITH days AS (DELETE FROM earning_days WHERE performer_id = ${performerId} AND day = ${day}::date RETURNING *)
    UPDATE earning_months stored SET gross = stored.gross - days.gross, commission = stored.commission - days.commission, net = stored.net - days.net, count = stored.count - days.count
    FROM days WHERE stored.performer_id = days.performer_id AND stored.month = ${monthStart} AND stored.source = days.source`);
  await tx.db.execute(
    sql`DELETE FROM earning_quarter_hours quarters WHERE performer_id = ${performerId} AND at >= ${startOfDay(day)}::timestamptz AND at < ${startOfDay(dayAfter(day))}::timestamptz`,
  );
  await tx.db.execute(
    sql`DELETE FROM earning_day_tops WHERE performer_id = ${performerId} AND day = ${day}::date AND dimension IN ('fan', 'item')`,
  );
}

/** Takes the lock that allows writing daily totals. Returns the day up to which they exist. */
async function lockClosing(tx: Ctx): Promise<string> {
  const [row] = await fetchRows<{ day: string }>(
    tx.db.execute(sql`SELECT closed_until::text AS day FROM earning_closing FOR UPDATE`),
  );
  return row?.day ?? '1970-01-01';
}

/** Transactions that are writing ledger rows. Copies of a database, which may run beside it, have the same table ids. */
const writers = (ctx: Ctx) =>
  fetchRows<{ who: string }>(
    ctx.db.execute(sql`
  SELECT DISTINCT virtualtransaction AS who FROM pg_locks
  WHERE locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation = 'ledger_transactions'::regclass AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()`),
  );

/**
 * Waits for all transactions that were writing ledger rows when this was called. Returns false on timeout.
 */
async function writersAreDone(ctx: Ctx): Promise<boolean> {
  const waitedFor = new Set((await writers(ctx)).map(({ who }) => who));
  for (let waited = 0; waitedFor.size > 0 && waited < writersMs; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const still = new Set((await writers(ctx)).map(({ who }) => who));
    for (const who of waitedFor) if (!still.has(who)) waitedFor.delete(who);
  }
  return waitedFor.size === 0;
}

/** Adds up the days again to which rows were added late. */
async function mendLate(tx: Ctx): Promise<void> {
  const closed = await lockClosing(tx);
  const late = await fetchRows<{ performer_id: string; day: string }>(
    tx.db.execute(sql`
    SELECT DISTINCT performer_id, day::text AS day FROM earning_late WHERE day < ${closed}::date`),
  );
  for (const { performer_id: performerId, day } of late) {
    await forget(tx, performerId, day);
    await sumDays(tx, { performerId, from: day, to: dayAfter(day) });
  }
}

export const dayAfter = (day: string): string => toUtcDay(new Date(Date.parse(startOfDay(day)) + 86_400_000));

/**
 * The job that adds up days that can't change anymore, for all creators. It first announces which days it
 * will close, so that their rows are noted from then on, and then waits for payments already being written. A
 * row is therefore either part of the totals or noted.
 */
export async function addUpDays(ctx: Ctx): Promise<void> {
  const until = toUtcDay(new Date(now(ctx).getTime() - graceMs));
  await ctx.db.execute(
    sql`UPDATE earning_closing SET closing_until = greatest(closing_until, ${until}::date)`,
  );
  const mayClose = (await closedUntil(ctx)) < until && (await writersAreDone(ctx));
  await transaction(ctx, async (tx) => {
    const from = await lockClosing(tx);
    if (mayClose && from < until) {
      await sumDays(tx, { from, to: until });
      await tx.db.execute(sql`UPDATE earning_closing SET closed_until = ${until}::date`);
    }
    // In the same transaction, because until it commits, readers add noted rows to their days.
    await mendLate(tx);
  });
}

/** Rebuilds all daily totals from the ledger alone. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const to = await lockClosing(tx);
    await tx.db.execute(sql`DELETE FROM earning_quarter_hours`);
    await tx.db.execute(sql`DELETE FROM earning_days`);
    await tx.db.execute(sql`DELETE FROM earning_months`);
    await tx.db.execute(sql`DELETE FROM earning_day_tops`);
    await sumDays(tx, { from: '1970-01-01', to });
    await mendLate(tx);
  });
}

/** Ledger rows of closed days that aren't noted as late: the rows that the stored totals must consist of. */
const isSummed = sql`${movedIn({})} AND t.created_at < (SELECT closed_until::timestamp AT TIME ZONE 'UTC' FROM earning_closing)
  AND NOT EXISTS (SELECT 1 FROM earning_late late WHERE late.transaction_id = t.id AND late.day = (t.created_at AT TIME ZONE 'UTC')::date)`;

/**
 * For the ledger check: closed days whose totals differ from their rows. Rows noted as late must not be
 * included, because readers add both.
 */
export const daysThatDiffer = sql`
  SELECT 'day ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its rows ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_days stored
  FULL JOIN (
    SELECT t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, ${savedSource} AS source, sum(sums.net + sums.commission) AS gross, sum(sums.commission) AS commission, sum(sums.net) AS net, count(*) AS count
    FROM ledger_transactions t ${amounts(sql`t.performer_id`)} WHERE ${isSummed} GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.source = stored.source
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: what each fan and item brought in on a closed day. */
export const topsThatDiffer = sql`
  WITH sold AS MATERIALIZED (
    SELECT t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, t.actor_id, ${isEarned} AS earned, CASE WHEN ${isOfItem} THEN t.subject || ':' || t.subject_id END AS item,
      sums.net + sums.commission AS gross, sums.commission, sums.net
    FROM ledger_transactions t ${amounts(sql`t.performer_id`)} WHERE ${isSummed})
  SELECT coalesce(stored.dimension, actual.dimension) || ' ' || coalesce(stored.key, actual.key) || ' on ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its rows ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM (SELECT * FROM earning_day_tops WHERE dimension IN ('fan', 'item')) AS stored
  FULL JOIN (
    SELECT performer_id, day, 'fan' AS dimension, actor_id::text AS key, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, count(*) AS count
    FROM sold WHERE earned AND actor_id IS NOT NULL GROUP BY performer_id, day, actor_id
    UNION ALL
    SELECT performer_id, day, 'item', item, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE item IS NOT NULL GROUP BY performer_id, day, item) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.dimension = stored.dimension AND actual.key = stored.key
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: days that differ from the sum of their quarter hours. */
export const quartersThatDiffer = sql`
  SELECT 'day ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its quarter hours ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_days stored
  FULL JOIN (
    SELECT performer_id, ${dayOfQuarter} AS day, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_quarter_hours quarters GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.source = stored.source
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: months that differ from the sum of their days. */
export const monthsThatDiffer = sql`
  SELECT 'month ' || coalesce(stored.month, actual.month) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its days ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_months stored
  FULL JOIN (
    SELECT performer_id, ${monthStart} AS month, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_days days GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.month = stored.month AND actual.source = stored.source
  WHERE (coalesce(stored.gross, 0), coalesce(stored.commission, 0), coalesce(stored.net, 0), coalesce(stored.count, 0)::bigint)
    IS DISTINCT FROM (coalesce(actual.gross, 0)::bigint, coalesce(actual.commission, 0)::bigint, coalesce(actual.net, 0)::bigint, coalesce(actual.count, 0)::bigint)`;
