import { and, eq, lt } from 'drizzle-orm';
import type { PasskeyAnswer } from '#contract/people/auth/passkeys.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { passkeys } from '../../../../db/schema/factors.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { Use } from './challenges.ts';
import { verifyAnswer } from './verifying.ts';

type Stored = typeof passkeys.$inferSelect;

/** The same for one that is nobody's and one of another account. */
export const unknownPasskey = () =>
  new AppError(
    422,
    'passkey_unknown',
    'That passkey doesn’t belong to an account here. It may have been removed.',
  );
export const refusedPasskey = () =>
  new AppError(422, 'passkey_refused', 'We couldn’t verify that passkey. Try again.');

export async function findPasskey(ctx: Ctx, credentialId: string): Promise<Stored | undefined> {
  const [found] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return found;
}

export const loadPasskeys = (ctx: Ctx, accountId: string): Promise<Stored[]> =>
  ctx.db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(passkeys.createdAt);

/**
 * Accepts a passkey's answer to a challenge and notes its use. The counter is compared by the statement that
 * stores it, so that of a passkey and its copy one is found out, even at once.
 * @throws AppError 422 `passkey_expired`, `passkey_refused`
 */
export async function acceptAnswer(
  ctx: Ctx,
  stored: Stored,
  given: { answer: PasskeyAnswer; use: Use },
): Promise<void> {
  const verified = await verifyAnswer(ctx, stored, given);
  if (!verified) throw refusedPasskey();
  const { counter, isBackedUp } = verified;
  const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await ctx.db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: now(ctx) })
    .where(and(eq(passkeys.id, stored.id), isNext))
    .returning({ id: passkeys.id });
  if (used.length === 0) throw refusedPasskey();
}
