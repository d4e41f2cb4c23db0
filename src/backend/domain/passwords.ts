import { and, eq, isNull } from 'drizzle-orm';
import { routes } from '#config/routes';
import { type Ctx, type UserCtx, now, transaction } from '../context.ts';
import { accounts } from '../db/schema.ts';
import { invalid } from '../errors.ts';
import { deadLink, useLink, voidLinks } from './auth-links.ts';
import { queueMail } from './mails.ts';
import { clearRate, limitRate } from './rate-limit.ts';
import { endSessions } from './sessions.ts';

/*
 * The server hashes whatever arrives, slow and salted: the password itself, or what a client made of it where the site's setting asks clients
 * to hash first (specification section 5). Turning that setting changes what arrives, so people then set a new password by mail.
 */

/** Tells the owner, at the address on record, that the password changed: a thief can't do it quietly. */
async function tellOwner(
  tx: Ctx,
  account: { name: string; email: string | null },
  siteName: string,
): Promise<void> {
  if (!account.email) return;
  const text = `Hello ${account.name},\n\nThe password of your ${siteName} account was just changed.\n\nIf it wasn’t you, set a new one now: ${tx.config.publicUrl}${routes.forgotPassword}\n`;
  await queueMail(tx, { to: account.email, subject: `Your ${siteName} password was changed`, text });
}

/** Changes the password, given the present one; every other session ends and its sockets are dropped. */
export async function changePassword(
  ctx: UserCtx,
  input: { password: string; source: string },
): Promise<void> {
  const limit = `password:${ctx.viewer.id}`;
  await limitRate(ctx, limit, { max: 5, seconds: 900 });
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ctx.viewer.id));
  if (!account || !(await ctx.ports.passwords.verify(input.source, account.passwordHash)))
    throw invalid('source', 'That isn’t your present password.');
  const passwordHash = await ctx.ports.passwords.hash(input.password);
  const { siteName } = await ctx.settings.all();
  await transaction(ctx, async (tx) => {
    await tx.db
      .update(accounts)
      .set({ passwordHash, updatedAt: now(tx) })
      .where(eq(accounts.id, account.id));
    await voidLinks(tx, account.id, 'reset-password');
    await endSessions(tx, account.id, ctx.viewer.sessionId);
    await clearRate(tx, limit);
    await tellOwner(tx, account, siteName);
  });
}

/** Sets a new password with the token of a mail; every session ends. Having read the mail also proves the address. */
export async function resetPassword(ctx: Ctx, input: { token: string; password: string }): Promise<void> {
  await limitRate(ctx, `reset:ip:${ctx.request.ip}`, { max: 30, seconds: 3600 });
  const passwordHash = await ctx.ports.passwords.hash(input.password);
  const { siteName } = await ctx.settings.all();
  await transaction(ctx, async (tx) => {
    const { accountId, email } = await useLink(tx, input.token, 'reset-password');
    const moment = now(tx);
    const [account] = await tx.db
      .update(accounts)
      .set({ passwordHash, updatedAt: moment })
      .where(and(eq(accounts.id, accountId), isNull(accounts.suspendedAt)))
      .returning();
    if (!account) throw deadLink();
    if (account.email === email && !account.emailVerifiedAt)
      await tx.db.update(accounts).set({ emailVerifiedAt: moment }).where(eq(accounts.id, accountId));
    await endSessions(tx, accountId);
    await tellOwner(tx, account, siteName);
  });
}
