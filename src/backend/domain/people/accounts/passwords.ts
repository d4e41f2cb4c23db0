import { and, eq } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { routes } from '#config/routes.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { invalid, notLoggedIn } from '../../../kernel/errors.ts';
import { deadLink, linkOwner, useLink, voidLinks } from './auth-links.ts';
import { dropOpenChange } from './email-changes.ts';
import { activeFactor } from './factors/codes.ts';
import { requireProof } from './factors/proof.ts';
import { queueMail } from '../../base/site/mails.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { hashPassword, verifyPassword } from './password-forms.ts';
import { refuseWeak } from './password-rules.ts';
import { clearRate, limitRate } from '../../../kernel/rate-limit.ts';
import { endSessions } from './sessions.ts';
import { notSuspended } from './suspension.ts';

type Account = typeof accounts.$inferSelect;

/** Emails the owner that the password changed, so that a thief can't do it unnoticed. */
async function notifyOwner(
  tx: Ctx,
  account: { name: string; email: string | null },
  siteName: string,
): Promise<void> {
  if (!account.email) return;
  const text = `${greeting(account.name)}\n\nThe password of your ${siteName} account was just changed.\n\nIf this wasn’t you, set a new one now: ${tx.config.publicUrl}${routes.forgotPassword}\n`;
  await queueMail(tx, { to: account.email, subject: `Your ${siteName} password was changed`, text });
}

/** What else ends with a password, in areas after this one. */
export type PasswordChanged = (tx: Ctx, accountId: string) => Promise<void>;

/**
 * Changes the password, or sets the first one, after a proof or given the current one. All other sessions end.
 * @throws AppError 403 `step_up_required`, 422, 429
 */
export async function changePassword(
  ctx: UserCtx,
  input: { password: string; source?: string | undefined },
  onChanged: PasswordChanged,
): Promise<void> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ctx.viewer.id));
  if (!account) throw notLoggedIn();
  const limit = `password:${account.id}`;
  if (input.source === undefined) await requireProof(ctx);
  else {
    await limitRate(ctx, limit, { max: 5, seconds: 900 });
    if (!(await verifyPassword(ctx, input.source, account)))
      throw invalid('source', 'Your current password is incorrect.');
    if (await activeFactor(ctx, account.id)) await requireProof(ctx);
  }
  await refuseWeak(ctx, input.password, account);
  const passwordHash = await hashPassword(ctx, input.password);
  const { siteName } = await ctx.settings.all();
  await transaction(ctx, async (tx) => {
    await tx.db
      .update(accounts)
      .set({ passwordHash, updatedAt: now(tx) })
      .where(eq(accounts.id, account.id));
    await voidLinks(tx, account.id, 'reset-password');
    await endSessions(tx, account.id, ctx.viewer.sessionId);
    await onChanged(tx, account.id);
    await clearRate(tx, limit);
    await notifyOwner(tx, account, siteName);
  });
}

/**
 * Sets a new password with a token from an email, and returns the account. All sessions end. The address
 * counts as verified, since the email was read.
 * @throws AppError 422, 429
 */
export async function resetPassword(
  ctx: Ctx,
  input: { token: string; password: string },
  onChanged: PasswordChanged,
): Promise<Account> {
  await limitRate(ctx, `reset:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  const owner = await linkOwner(ctx, input.token, 'reset-password');
  await refuseWeak(ctx, input.password, owner);
  const passwordHash = await hashPassword(ctx, input.password);
  const { siteName } = await ctx.settings.all();
  return transaction(ctx, async (tx) => {
    const { accountId, email } = await useLink(tx, input.token, 'reset-password');
    const time = now(tx);
    const [account] = await tx.db
      .update(accounts)
      .set({ passwordHash, updatedAt: time })
      .where(and(eq(accounts.id, accountId), notSuspended))
      .returning();
    if (!account) throw deadLink();
    if (account.email === email && !account.emailVerifiedAt)
      await tx.db.update(accounts).set({ emailVerifiedAt: time }).where(eq(accounts.id, accountId));
    // Whoever can read the email is the owner, so a pending address change by someone else is canceled.
    await dropOpenChange(tx, accountId);
    await endSessions(tx, accountId);
    await onChanged(tx, accountId);
    await notifyOwner(tx, account, siteName);
    return account;
  });
}
