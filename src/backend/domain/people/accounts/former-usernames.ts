import { and, eq, gt } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { formerUsernames } from '../../../db/schema/accounts.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';

/** How long a former username leads to its account, and nobody else can take it. */
const reservedDays = 30;
const reservedSeconds = reservedDays * 86_400;
/** Each change keeps a name from everybody else. */
const perAccount = { max: 5, seconds: reservedSeconds };

/**
 * Notes that an account has left a username for another, in the transaction that changes it.
 * @throws AppError 429 after five changes in 30 days.
 */
export async function releaseUsername(
  tx: Ctx,
  { id: accountId, username }: { id: string; username: string | null },
  next: string,
): Promise<void> {
  await limitRate(tx, `rename:${accountId}`, perAccount);
  // An account that returns to its former name has it again.
  await tx.db.delete(formerUsernames).where(eq(formerUsernames.username, next));
  if (username !== null) await reserveUsername(tx, { accountId, username });
}

/** Keeps a username that its account no longer has from everybody else for a while. */
export async function reserveUsername(
  tx: Ctx,
  { accountId, username }: { accountId: string; username: string },
): Promise<void> {
  const until = new Date(now(tx).getTime() + reservedSeconds * 1000);
  await tx.db
    .insert(formerUsernames)
    .values({ username, accountId, until })
    .onConflictDoUpdate({ target: formerUsernames.username, set: { accountId, until } });
}

/** The account that a username belonged to until lately; null if there is none. */
export async function formerHolder(ctx: Ctx, username: string): Promise<string | null> {
  const isReserved = gt(formerUsernames.until, now(ctx));
  const [row] = await ctx.db
    .select({ accountId: formerUsernames.accountId })
    .from(formerUsernames)
    .where(and(eq(formerUsernames.username, username.toLowerCase()), isReserved));
  return row?.accountId ?? null;
}
