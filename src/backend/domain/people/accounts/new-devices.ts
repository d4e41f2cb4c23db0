import { eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { countryName } from '#lib/country-names.ts';
import { deviceName } from '#lib/device/device-name.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts, sessions } from '../../../db/schema/accounts.ts';
import { passkeys, socialLogins } from '../../../db/schema/factors.ts';
import { invalid, notLoggedIn } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { mailAccount, utcMinute } from './account-mail.ts';
import type { LoginInput } from './challenges.ts';
import { issueDevice, knownDevice } from './devices.ts';
import { issueLink, issueToken, spendToken, voidLinks } from './auth-links.ts';
import { dropOpenChange } from './email-changes.ts';
import { countrySeen } from '../../base/access/last-seen.ts';
import type { PasswordChanged } from './passwords.ts';
import { endSessions, openSession } from './sessions.ts';

export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: string;
  readonly device: string;
  /** The login canceled the deletion that the account was waiting for. */
  readonly deletionCancelled?: true;
}

type Account = typeof accounts.$inferSelect;

const hasLoggedIn = async (tx: Ctx, { id, lastSeenAt, deviceEpoch }: Account): Promise<boolean> =>
  lastSeenAt !== null || deviceEpoch > 0 || (await tx.db.$count(sessions, eq(sessions.accountId, id))) > 0;

/** Emails about a login from a browser the account hasn't used, with a link for when it was someone else. */
async function mailNewDevice(tx: Ctx, accountId: string): Promise<void> {
  const token = await issueToken(tx, { accountId, purpose: 'disown-login' });
  const device = deviceName(tx.request.userAgent);
  await mailAccount(tx, accountId, (site) => ({
    subject: `New login to your ${site} account`,
    lines: [
      'Someone logged in to your account from a browser you haven’t used before.',
      [
        `Device: ${device}`,
        `Place: ${countryName(countrySeen(tx, tx.request))}`,
        `Time: ${utcMinute(now(tx))}`,
      ].join('\n'),
      'If this was you, you don’t need to do anything.',
      `If this wasn’t you, tell us within a week. All sessions are logged out, your passkeys and connected accounts are removed, and your password stops working until you set a new one:\n${tx.config.publicUrl}${routes.emailChange}?undo=login&token=${token}`,
    ],
  }));
}

/**
 * Opens the session of a login, whatever proved it. Presenting no device token of this account means that the
 * browser is new; unless this is the account's first login, the owner is told.
 */
export async function openLogin(
  ctx: Ctx,
  accountId: string,
  { device, ...login }: LoginInput,
): Promise<OpenedSession> {
  return transaction(ctx, async (tx) => {
    const [account] = await tx.db.select().from(accounts).where(eq(accounts.id, accountId));
    if (!account) throw notLoggedIn();
    const known = device !== undefined && knownDevice(tx, device, account) ? device : null;
    if (known === null && (await hasLoggedIn(tx, account))) await mailNewDevice(tx, accountId);
    return { ...(await openSession(tx, accountId, login)), device: known ?? issueDevice(tx, account) };
  });
}

const deadLink = () =>
  invalid(
    'token',
    'This link has expired or was already used. If you don’t recognize a login, set a new password.',
  );

/**
 * Handles "this wasn’t me" from the email. Whoever logged in knows the password, so it stops working, too:
 * otherwise they would be back before the owner has set another. A link to do so is emailed at once. No browser
 * is known to the account any more: theirs would log in unnoticed.
 * @throws AppError 422 on `token`, 429
 */
export async function disownLogin(ctx: Ctx, token: string, onDisowned: PasswordChanged): Promise<void> {
  await limitRate(ctx, `disown-login:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  const { siteName } = await ctx.settings.all();
  await transaction(ctx, async (tx) => {
    const used = await spendToken(tx, token, 'disown-login');
    if (!used) throw deadLink();
    const { accountId } = used;
    const [account] = await tx.db
      .update(accounts)
      .set({ passwordHash: null, deviceEpoch: sql`${accounts.deviceEpoch} + 1`, updatedAt: now(tx) })
      .where(eq(accounts.id, accountId))
      .returning({ id: accounts.id, name: accounts.name, email: accounts.email });
    // Whoever can read the email is the owner, so a pending address change by someone else is canceled.
    await dropOpenChange(tx, accountId);
    // A stranger may have added a passkey or connected a provider of their own to come back with.
    await tx.db.delete(passkeys).where(eq(passkeys.accountId, accountId));
    await tx.db.delete(socialLogins).where(eq(socialLogins.accountId, accountId));
    await endSessions(tx, accountId);
    await onDisowned(tx, accountId);
    await voidLinks(tx, accountId, 'reset-password');
    if (account?.email)
      await issueLink(tx, {
        account: { ...account, email: account.email },
        purpose: 'reset-password',
        siteName,
      });
  });
}
