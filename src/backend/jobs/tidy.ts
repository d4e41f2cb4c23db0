import { lt } from 'drizzle-orm';
import { type Ctx, now } from '../kernel/context.ts';
import { formerUsernames, oneTimeTokens, sessions } from '../db/schema/accounts.ts';
import { loginChallenges } from '../db/schema/factors.ts';
import { forgetViewers } from '../domain/across/statistics/counting.ts';
import { idempotencyKeys, jobs, rateLimits } from '../db/schema/kernel.ts';

const dayMs = 24 * 60 * 60_000;
/** Clients retry within minutes, so a week is generous. The keys of card payments stay with the payment. */
const retentionDays = 7;

/** Deletes expired bookkeeping rows. Ledger, payments, and emails are history and stay. */
export async function tidy(ctx: Ctx): Promise<void> {
  const time = now(ctx);
  const old = new Date(time.getTime() - retentionDays * dayMs);
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, old));
  await ctx.db.delete(jobs).where(lt(jobs.doneAt, old));
  await ctx.db.delete(rateLimits).where(lt(rateLimits.resetAt, time));
  await ctx.db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, old));
  await ctx.db.delete(formerUsernames).where(lt(formerUsernames.until, time));
  await ctx.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, time));
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, old));
  await forgetViewers(ctx);
}
