import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { UserUpdate } from '#contract/accounts.ts';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { invalid, notLoggedIn } from '../../kernel/errors.ts';
import { issueLink } from './auth-links.ts';
import { isCountry } from '../site/countries.ts';
import { addressHolder, beginChange, dropOpenChange } from './email-changes.ts';
import { confirmPassword } from './password-confirmation.ts';
import { assertFree, explainTaken, refuseAddress } from './identity.ts';

export type AccountChange = z.output<typeof UserUpdate>;
type Account = typeof accounts.$inferSelect;

/**
 * The one that is asked for, if it is another than now; null otherwise. Only who knows the password may ask.
 */
async function newAddress(ctx: UserCtx, { email, password }: AccountChange): Promise<string | null> {
  if (email === undefined) return null;
  const [account] = await ctx.db
    .select({ email: accounts.email, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  if (!account || account.email === email) return null;
  // Who came by a social login has no password to tell.
  if (account.passwordHash === null) return email;
  if (password === undefined) throw invalid('password', 'Enter your password to change your email address.');
  await confirmPassword(ctx, password);
  return email;
}

/** The first address is the account's at once, unconfirmed; another one once both addresses have agreed. */
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

/** What is wrong with a change beyond its shape. */
async function check(ctx: UserCtx, change: AccountChange): Promise<void> {
  await assertFree(ctx, change.username, ctx.viewer.id);
  if (change.country && !(await isCountry(change.country)))
    throw invalid('country', 'Choose a country from the list.');
}

/**
 * Changes the present account; absent keys stay. `alongside` runs in the same transaction.
 * @throws AppError 422 on the field: a reserved or taken username, an unknown country, a wrong password.
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
    await tx.db
      .update(accounts)
      .set({ ...plain, updatedAt: now(tx) })
      .where(eq(accounts.id, before.id));
    if (email !== null && email !== before.email) await changeAddress(tx, before, email);
    // To ask for the address one has is to give the change up.
    else if (asked !== undefined) await dropOpenChange(tx, before.id);
    await alongside?.(tx);
  }).catch(explainTaken);
}
