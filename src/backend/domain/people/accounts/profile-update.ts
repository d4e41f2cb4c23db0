import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { refuseStale } from '../../../kernel/versions.ts';
import type { UserUpdate } from '#contract/people/accounts.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { invalid, notLoggedIn } from '../../../kernel/errors.ts';
import { issueLink } from './auth-links.ts';
import { isCountry } from '../../base/site/countries.ts';
import { addressHolder, beginChange, dropOpenChange } from './email-changes.ts';
import { releaseUsername } from './former-usernames.ts';
import { requireProofOr } from './factors/proof.ts';
import { assertFree, explainTaken, refuseAddress } from './identity.ts';

export type AccountChange = z.output<typeof UserUpdate>;
type Account = typeof accounts.$inferSelect;

/**
 * The requested new address, or null if none or unchanged. Requires the password or a proof.
 * @throws AppError 403 `step_up_required`, 422, 429
 */
async function newAddress(ctx: UserCtx, { email, password }: AccountChange): Promise<string | null> {
  if (email === undefined) return null;
  const [account] = await ctx.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  if (!account || account.email === email) return null;
  await requireProofOr(ctx, password);
  return email;
}

/**
 * A first address applies immediately, unverified. A later one applies once both addresses have confirmed.
 */
async function changeAddress(tx: UserCtx, account: Account, email: string): Promise<void> {
  if (account.email !== null)
    return beginChange(
      tx,
      {
        id: account.id,
        name: account.name,
        email: account.email,
        isConfirmed: account.emailVerifiedAt !== null,
      },
      email,
    );
  if (await addressHolder(tx, email, account.id)) refuseAddress();
  await tx.db.update(accounts).set({ email, emailVerifiedAt: null }).where(eq(accounts.id, account.id));
  const { siteName } = await tx.settings.all();
  await issueLink(tx, {
    account: { id: account.id, name: account.name, email },
    purpose: 'verify-email',
    siteName,
  });
}

/**
 * Checks what the contract's schema can't.
 * @throws AppError 422
 */
async function check(ctx: UserCtx, change: AccountChange): Promise<void> {
  await assertFree(ctx, change.username, ctx.viewer.id);
  if (change.country && !(await isCountry(change.country)))
    throw invalid('country', 'Choose a country from the list.');
}

/**
 * Updates the viewer's account; absent keys stay unchanged. `alongside` runs in the same transaction.
 * @throws AppError 422 on the field: a reserved or taken username, an unknown country, or a wrong password; 403
 * `step_up_required` for a new address; 429
 */
export async function updateAccount(
  ctx: UserCtx,
  change: AccountChange,
  alongside?: (tx: UserCtx) => Promise<void>,
): Promise<void> {
  await check(ctx, change);
  const email = await newAddress(ctx, change);
  const { email: asked, password: _, ...plain } = change;
  await transaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, ctx.viewer.id))
      .for('no key update');
    if (!before) throw notLoggedIn();
    refuseStale(tx, before);
    if (change.username !== undefined && change.username !== before.username)
      await releaseUsername(tx, before, change.username);
    await tx.db
      .update(accounts)
      .set({ ...plain, updatedAt: now(tx) })
      .where(eq(accounts.id, before.id));
    if (email !== null && email !== before.email) await changeAddress(tx, before, email);
    // Entering the current address cancels a pending change.
    else if (asked !== undefined) await dropOpenChange(tx, before.id);
    await alongside?.(tx);
  }).catch(explainTaken);
}
