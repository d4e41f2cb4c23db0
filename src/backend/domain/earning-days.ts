import { sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { amounts, isOfItem, keptSource, matching } from './earning-rows.ts';

/** A day is added up this long after its end. A row that comes still later is noted by a trigger, and its day added up again. */
const graceMs = 60 * 60_000;
/** How long to wait for payments that were being written. */
const writersMs = 5_000;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`;

/** Days (UTC) before it are added up. */
export async function closedUntil(ctx: Ctx): Promise<string> {
  const [row] = await rowsOf<{ day: string }>(ctx.db.execute(sql`SELECT closed_until::text AS day FROM earning_closing`));
  return row?.day ?? '1970-01-01';
}

/** Sums a creator's days from `from` to before `to`, which mustn't stand there yet. */
async function sumDays(tx: Ctx, performerId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.db.execute(sql`
    WITH sold AS MATERIALIZED (
      SELECT (t.created_at AT TIME ZONE 'UTC')::date AS day, ${keptSource} AS source, t.actor_id, CASE WHEN ${isOfItem} THEN t.subject || ':' || t.subject_id END AS item,
        t.kind IN ('charge', 'subscription', 'refund', 'dispute') AS earned, sums.net + sums.commission AS gross, sums.commission, sums.net
      FROM ledger_transactions t ${amounts(performerId)}
      WHERE ${matching(performerId, { part: 'all', from: startOfDay(from), to: startOfDay(to) })}),
    days AS (
      INSERT INTO earning_days (performer_id, day, source, gross, commission, net, count)
      SELECT ${performerId}::uuid, day, source, sum(gross), sum(commission), sum(net), count(*) FROM sold GROUP BY day, source)
    INSERT INTO earning_day_tops (performer_id, dimension, key, day, gross, commission, net, count)
    SELECT ${performerId}::uuid, 'fan', actor_id::text, day, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE earned AND actor_id IS NOT NULL GROUP BY day, actor_id
    UNION ALL
    SELECT ${performerId}::uuid, 'item', item, day, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE item IS NOT NULL GROUP BY day, item`);
}

async function forget(tx: Ctx, performerId: string, day: string): Promise<void> {
  await tx.db.execute(sql`DELETE FROM earning_days WHERE performer_id = ${performerId} AND day = ${day}::date`);
  await tx.db.execute(sql`DELETE FROM earning_day_tops WHERE performer_id = ${performerId} AND day = ${day}::date AND dimension IN ('fan', 'item')`);
}

/** One at a time: who holds it may write days. */
async function lockClosing(tx: Ctx): Promise<string> {
  const [row] = await rowsOf<{ day: string }>(tx.db.execute(sql`SELECT closed_until::text AS day FROM earning_closing FOR UPDATE`));
  return row?.day ?? '1970-01-01';
}

const writers = (ctx: Ctx) => rowsOf<{ who: string }>(ctx.db.execute(sql`
  SELECT DISTINCT virtualtransaction AS who FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'ledger_transactions'::regclass AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()`));

/** Whether every transaction that was writing ledger rows when it was called has come to its end. */
async function writersAreDone(ctx: Ctx): Promise<boolean> {
  const waitedFor = new Set((await writers(ctx)).map(({ who }) => who));
  for (let waited = 0; waitedFor.size > 0 && waited < writersMs; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const still = new Set((await writers(ctx)).map(({ who }) => who));
    for (const who of waitedFor) if (!still.has(who)) waitedFor.delete(who);
  }
  return waitedFor.size === 0;
}

const everyCreator = (tx: Ctx) => rowsOf<{ id: string }>(tx.db.execute(sql`SELECT account_id AS id FROM performers ORDER BY account_id`));

/** Days that a row came to after they had been added up. */
async function mendLate(tx: Ctx): Promise<void> {
  const closed = await lockClosing(tx);
  const late = await rowsOf<{ performer_id: string; day: string }>(tx.db.execute(sql`
    WITH taken AS (DELETE FROM earning_late RETURNING performer_id, day) SELECT DISTINCT performer_id, day::text AS day FROM taken WHERE day < ${closed}::date`));
  for (const { performer_id: performerId, day } of late) {
    await forget(tx, performerId, day);
    await sumDays(tx, performerId, { from: day, to: dayAfter(day) });
  }
}

export const dayAfter = (day: string): string => dayOf(new Date(Date.parse(startOfDay(day)) + 86_400_000));

/**
 * The job: adds up the days of every creator that can't change any more. First it says which days it is about to close: rows of
 * theirs are noted from then on. Then it waits for the payments that began to be written before. So a row is either seen by the sums or noted.
 */
export async function addUpDays(ctx: Ctx): Promise<void> {
  const until = dayOf(new Date(now(ctx).getTime() - graceMs));
  await ctx.db.execute(sql`UPDATE earning_closing SET closing_until = greatest(closing_until, ${until}::date)`);
  const mayClose = (await closedUntil(ctx)) < until && (await writersAreDone(ctx));
  await transaction(ctx, async (tx) => {
    const from = await lockClosing(tx);
    if (mayClose && from < until) {
      for (const { id } of await everyCreator(tx)) await sumDays(tx, id, { from, to: until });
      await tx.db.execute(sql`UPDATE earning_closing SET closed_until = ${until}::date`);
    }
    // In the same transaction: until it commits, whoever reads adds the noted rows to the days they came to.
    await mendLate(tx);
  });
}

/** Adds up every closed day anew, for the operator: what stands there is thrown away, nothing is read but the ledger. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const to = await lockClosing(tx);
    await tx.db.execute(sql`DELETE FROM earning_days`);
    await tx.db.execute(sql`DELETE FROM earning_day_tops`);
    for (const { id } of await everyCreator(tx)) await sumDays(tx, id, { from: '1970-01-01', to });
    await mendLate(tx);
  });
}

/** For the check of the ledger: closed days that aren't the sums of their rows. Days that wait to be added up again are left out. */
export const daysThatDiffer = sql`
  SELECT 'day ' || coalesce(kept.day, told.day) || ' of ' || coalesce(kept.performer_id, told.performer_id) || ' (' || coalesce(kept.source, told.source) || ') says '
    || coalesce(kept.net, 0) || ' of ' || coalesce(kept.count, 0) || ' rows, its rows ' || coalesce(told.net, 0) || ' of ' || coalesce(told.count, 0) AS detail
  FROM earning_days kept
  FULL JOIN (
    SELECT t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, ${keptSource} AS source, sum(sums.net + sums.commission) AS gross, sum(sums.commission) AS commission, sum(sums.net) AS net, count(*) AS count
    FROM ledger_transactions t ${amounts(sql`t.performer_id`)}
    WHERE t.performer_id IN (SELECT account_id FROM performers) AND t.kind IN ('charge', 'subscription', 'refund', 'dispute', 'payout', 'payout_returned', 'referral')
      AND t.created_at < (SELECT closed_until::timestamp AT TIME ZONE 'UTC' FROM earning_closing) GROUP BY 1, 2, 3) AS told
    ON told.performer_id = kept.performer_id AND told.day = kept.day AND told.source = kept.source
  WHERE (kept.gross, kept.commission, kept.net, kept.count::bigint) IS DISTINCT FROM (told.gross::bigint, told.commission::bigint, told.net::bigint, told.count)
    AND NOT EXISTS (SELECT 1 FROM earning_late late WHERE late.performer_id = coalesce(kept.performer_id, told.performer_id) AND late.day = coalesce(kept.day, told.day))`;
