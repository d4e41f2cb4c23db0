import { eq, sql } from 'drizzle-orm';
import { type Ctx, now } from './context.ts';
import { rateLimits } from '../db/schema.ts';
import { tooMany } from './errors.ts';

/**
 * Counts one hit against `key` and refuses with 429 once there are more than `max` in `seconds`.
 * Kept in the database: the limit holds over processes and restarts.
 */
export async function limitRate(
  ctx: Ctx,
  key: string,
  rule: { max: number; seconds: number },
): Promise<void> {
  const moment = now(ctx);
  const resetAt = new Date(moment.getTime() + rule.seconds * 1000);
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, hits: 1, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`CASE WHEN ${rateLimits.resetAt} <= ${moment.toISOString()}::timestamptz THEN 1 ELSE ${rateLimits.hits} + 1 END`,
        resetAt: sql`CASE WHEN ${rateLimits.resetAt} <= ${moment.toISOString()}::timestamptz THEN ${resetAt.toISOString()}::timestamptz ELSE ${rateLimits.resetAt} END`,
      },
    })
    .returning({ hits: rateLimits.hits, resetAt: rateLimits.resetAt });
  if (row && row.hits > rule.max)
    throw tooMany(Math.max(1, Math.ceil((row.resetAt.getTime() - moment.getTime()) / 1000)));
}

/**
 * Keeps a key until a moment, or until a later one: it is there for whoever asks, and is forgotten after
 * that.
 */
export async function keepKey(ctx: Ctx, key: string, resetAt: Date): Promise<void> {
  await ctx.db
    .insert(rateLimits)
    .values({ key, hits: 1, resetAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { resetAt } });
}

/** Takes one hit back: counted ahead of an attempt that then went well, where only failures should count. */
export async function forgiveHit(ctx: Ctx, key: string): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

/** Forgets the hits: a login that went well. */
export async function clearRate(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(rateLimits).where(eq(rateLimits.key, key));
}
