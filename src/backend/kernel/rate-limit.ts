import { eq, inArray, sql } from 'drizzle-orm';
import { type Ctx, now } from './context.ts';
import { rateLimits } from '../db/schema/kernel.ts';
import { tooMany } from './errors.ts';

/** How often something was done, and when counting starts anew. */
export interface Hits {
  readonly hits: number;
  readonly resetAt: Date;
}

/**
 * Counts one hit against `key`, for `seconds` from the first one on. In a transaction, others wait for its end.
 * A window that a clock running ahead began ends at most `seconds` from now.
 */
export async function countHit(ctx: Ctx, key: string, seconds: number): Promise<Hits> {
  const time = now(ctx);
  const resetAt = new Date(time.getTime() + seconds * 1000);
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, hits: 1, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`CASE WHEN ${rateLimits.resetAt} <= ${time.toISOString()}::timestamptz THEN 1 ELSE ${rateLimits.hits} + 1 END`,
        resetAt: sql`CASE WHEN ${rateLimits.resetAt} <= ${time.toISOString()}::timestamptz THEN ${resetAt.toISOString()}::timestamptz ELSE least(${rateLimits.resetAt}, ${resetAt.toISOString()}::timestamptz) END`,
      },
    })
    .returning({ hits: rateLimits.hits, resetAt: rateLimits.resetAt });
  return row ?? { hits: 1, resetAt };
}

/** The counts that haven't ended, by key. */
export async function loadHits(ctx: Ctx, keys: readonly string[]): Promise<Map<string, Hits>> {
  const rows = await ctx.db
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys]));
  return new Map(rows.filter(({ resetAt }) => resetAt > now(ctx)).map((row) => [row.key, row]));
}

/**
 * Counts one hit against `key` and returns how many there are. Kept in the database, so the limit holds across
 * processes and restarts.
 * @throws AppError 429 after more than `max` hits in `seconds`.
 */
export async function limitRate(
  ctx: Ctx,
  key: string,
  rule: { max: number; seconds: number },
): Promise<number> {
  const { hits, resetAt } = await countHit(ctx, key, rule.seconds);
  const resetsIn = Math.max(1, Math.ceil((resetAt.getTime() - now(ctx).getTime()) / 1000));
  if (hits > rule.max) throw tooMany(resetsIn);
  ctx.request.counted?.push({ ...rule, left: rule.max - hits, resetsIn });
  return hits;
}

/** Whether `key` is used for the first time, also when several ask at once. It is forgotten after `resetAt`. */
export async function takeOnce(ctx: Ctx, key: string, resetAt: Date): Promise<boolean> {
  const taken = await ctx.db
    .insert(rateLimits)
    .values({ key, hits: 1, resetAt })
    .onConflictDoNothing()
    .returning({ key: rateLimits.key });
  return taken.length > 0;
}

/** Stores a key until `resetAt`, replacing an earlier deadline. */
export async function keepKey(ctx: Ctx, key: string, resetAt: Date): Promise<void> {
  await ctx.db
    .insert(rateLimits)
    .values({ key, hits: 1, resetAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { resetAt } });
}

/** Takes one hit back, for limits that count an attempt in advance but should only count failures. */
export async function forgiveHit(ctx: Ctx, key: string): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

/** Resets the count, for example after a successful login. */
export async function clearRate(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(rateLimits).where(eq(rateLimits.key, key));
}
