import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { plusDays, utcDay } from '#lib/utc-days.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import {
  earningClosing,
  earningDays,
  earningDayTops,
  earningLate,
  earningMonths,
  earningQuarterHours,
} from '../../../db/schema/earnings.ts';
import { hasMovedBefore, sumDays, takeOutDay, writers } from './days-query.ts';
import { startOfDay } from './rows.ts';

/**
 * How long after its end a day is added up. If a row arrives even later, a trigger notes it and the day is
 * added up again.
 */
const graceMs = 60 * 60_000;
/** How long to wait for payments that are being written. */
const writersMs = 5_000;

/** Days (UTC) before this one have been added up. */
export async function closedUntil(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.select({ day: earningClosing.closedUntil }).from(earningClosing);
  return row?.day ?? '1970-01-01';
}

/** Whether there are sales of past days, and none of these days has been added up yet, such as after an upgrade. */
export async function isFirstAddingUp(ctx: Ctx): Promise<boolean> {
  if ((await closedUntil(ctx)) !== '1970-01-01') return false;
  return hasMovedBefore(ctx.db, startOfDay(utcDay(now(ctx))));
}

async function forget(tx: Ctx, performerId: string, day: string): Promise<void> {
  await takeOutDay(tx.db, performerId, day);
  const { at } = earningQuarterHours;
  const from = new Date(startOfDay(day));
  const to = new Date(startOfDay(plusDays(day, 1)));
  await tx.db
    .delete(earningQuarterHours)
    .where(and(eq(earningQuarterHours.performerId, performerId), gte(at, from), lt(at, to)));
  await tx.db
    .delete(earningDayTops)
    .where(
      and(
        eq(earningDayTops.performerId, performerId),
        eq(earningDayTops.day, day),
        inArray(earningDayTops.dimension, ['fan', 'item']),
      ),
    );
}

/** Takes the lock that allows writing daily totals. Returns the day up to which they exist. */
async function lockClosing(tx: Ctx): Promise<string> {
  const [row] = await tx.db.select({ day: earningClosing.closedUntil }).from(earningClosing).for('update');
  return row?.day ?? '1970-01-01';
}

/**
 * Waits for all transactions that were writing ledger rows when this was called. Returns false on timeout.
 */
async function writersAreDone(ctx: Ctx): Promise<boolean> {
  const waitedFor = new Set((await writers(ctx.db)).map(({ who }) => who));
  for (let waited = 0; waitedFor.size > 0 && waited < writersMs; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const still = new Set((await writers(ctx.db)).map(({ who }) => who));
    for (const who of waitedFor) if (!still.has(who)) waitedFor.delete(who);
  }
  return waitedFor.size === 0;
}

/** Adds up the days again to which rows were added late. */
async function mendLate(tx: Ctx): Promise<void> {
  const closed = await lockClosing(tx);
  const late = await tx.db
    .selectDistinct({ performerId: earningLate.performerId, day: earningLate.day })
    .from(earningLate)
    .where(lt(earningLate.day, closed));
  for (const { performerId, day } of late) {
    await forget(tx, performerId, day);
    await sumDays(tx.db, { performerId, from: day, to: plusDays(day, 1) });
  }
}

/**
 * The job that adds up days that can't change anymore, for all creators. It first announces which days it
 * will close, so that their rows are noted from then on, and then waits for payments already being written. A
 * row is therefore either part of the totals or noted.
 */
export async function addUpDays(ctx: Ctx): Promise<void> {
  const until = utcDay(new Date(now(ctx).getTime() - graceMs));
  await ctx.db
    .update(earningClosing)
    .set({ closingUntil: sql`greatest(${earningClosing.closingUntil}, ${until}::date)` });
  const mayClose = (await closedUntil(ctx)) < until && (await writersAreDone(ctx));
  await transaction(ctx, async (tx) => {
    const from = await lockClosing(tx);
    if (mayClose && from < until) {
      await sumDays(tx.db, { from, to: until });
      await tx.db.update(earningClosing).set({ closedUntil: until });
    }
    // In the same transaction, because until it commits, readers add noted rows to their days.
    await mendLate(tx);
  });
}

/** Rebuilds all daily totals from the ledger alone. */
export async function rebuildDays(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const to = await lockClosing(tx);
    await tx.db.delete(earningQuarterHours);
    await tx.db.delete(earningDays);
    await tx.db.delete(earningMonths);
    await tx.db.delete(earningDayTops);
    await sumDays(tx.db, { from: '1970-01-01', to });
    await mendLate(tx);
  });
}
