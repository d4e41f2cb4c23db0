import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { UserUpdate } from '#contract/users';
import { type UserCtx, now, transaction } from '../context.ts';
import { accounts } from '../db/schema.ts';
import { invalid, notLoggedIn } from '../errors.ts';
import type { SettingsValues } from '../settings.ts';
import { issueLink } from './auth-links.ts';
import { isCountry } from './countries.ts';
import { queueMail } from './mails.ts';
import { assertFree, explainTaken } from './users-identity.ts';

export type AccountChange = z.output<typeof UserUpdate>;
type Account = typeof accounts.$inferSelect;

/** A new address proves nothing yet: the old one is told, and the new one is asked to confirm where the site wants that. */
async function changeAddress(
  tx: UserCtx,
  account: Account & { newEmail: string },
  { siteName, requireEmailVerification }: SettingsValues,
): Promise<void> {
  if (account.email) {
    const text = `Hello ${account.name},\n\nThe e-mail address of your ${siteName} account was changed to another one.\n\nIf it wasn’t you, write to us.\n`;
    await queueMail(tx, {
      to: account.email,
      subject: `The e-mail address of your ${siteName} account was changed`,
      text,
    });
  }
  if (requireEmailVerification)
    await issueLink(tx, {
      account: { id: account.id, name: account.name, email: account.newEmail },
      purpose: 'verify-email',
      siteName,
    });
}

/** What is wrong with a change beyond its shape. */
async function check(ctx: UserCtx, change: AccountChange): Promise<void> {
  await assertFree(ctx, change, ctx.viewer.id);
  if (change.country && !(await isCountry(change.country)))
    throw invalid('country', 'Choose a country from the list.');
}

/**
 * Changes the present account; absent keys stay. `alongside` runs in the same transaction.
 * @throws AppError 422 on the field: a reserved or taken username, a taken e-mail, an unknown country.
 */
export async function updateAccount(
  ctx: UserCtx,
  change: AccountChange,
  alongside?: (tx: UserCtx) => Promise<void>,
): Promise<void> {
  await check(ctx, change);
  const settings = await ctx.settings.all();
  await transaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, ctx.viewer.id))
      .for('no key update');
    if (!before) throw notLoggedIn();
    const isNewAddress = change.email !== undefined && change.email !== before.email;
    await tx.db
      .update(accounts)
      .set({ ...change, ...(isNewAddress ? { emailVerifiedAt: null } : {}), updatedAt: now(tx) })
      .where(eq(accounts.id, before.id));
    if (isNewAddress) await changeAddress(tx, { ...before, newEmail: change.email ?? '' }, settings);
    await alongside?.(tx);
  }).catch(explainTaken);
}
