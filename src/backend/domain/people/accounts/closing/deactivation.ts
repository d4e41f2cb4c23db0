import { and, eq, isNull } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { toNetwork } from '../../../../kernel/networks.ts';
import { limitRate } from '../../../../kernel/rate-limit.ts';
import { mailAccount } from '../account-mail.ts';
import { type LoginInput, challengedBy, endChallenge, issueChallenge, loginExpired } from '../challenges.ts';
import { activeFactor } from '../factors/codes.ts';
import { keepAccount, reopenAccount } from './deletion.ts';
import { type OpenedSession, openLogin } from '../new-devices.ts';
import { endSessions } from '../sessions.ts';
import { suspendedError } from '../suspension.ts';

type Account = typeof accounts.$inferSelect;

/*
 * A deactivated account is closed like a suspended one: `suspendedAt` is set, and everything that asks whether
 * an account is there finds none. What differs is who closed it, and that its owner can open it again.
 */

/** Whether only its owner closed it. The operator's suspensions have a reason. */
const isClosedByOwner = ({ deactivatedAt, suspendedReason }: Account): boolean =>
  deactivatedAt !== null && suspendedReason === null;

/** @throws AppError 403 for an account that the operator closed */
export function refuseSuspended(ctx: Ctx, account: Account): void {
  if (account.suspendedAt && !isClosedByOwner(account)) throw suspendedError(ctx, account);
}

/**
 * Closes the account at its owner's wish: all sessions and connections end, and nobody finds it. False if it was
 * closed already.
 */
export async function closeAccount(tx: Ctx, accountId: string): Promise<boolean> {
  const time = now(tx);
  const closed = await tx.db
    .update(accounts)
    .set({ suspendedAt: time, deactivatedAt: time, updatedAt: time })
    .where(and(eq(accounts.id, accountId), isNull(accounts.suspendedAt)))
    .returning({ id: accounts.id });
  if (closed.length === 0) return false;
  await endSessions(tx, accountId);
  tx.drop(rooms.account(accountId));
  return true;
}

export async function deactivateAccount(tx: Ctx, accountId: string): Promise<void> {
  if (!(await closeAccount(tx, accountId))) return;
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} account is deactivated`,
    lines: [
      'Your account is deactivated: no one sees your profile, posts or messages, and no subscription renews.',
      'Your money and what you bought are kept. To come back, log in and confirm.',
      `If this wasn’t you, log in, reactivate your account and change your password: ${tx.config.publicUrl}`,
    ],
  }));
}

/**
 * Opens the session of a login that proved who it is. A deactivated account asks its owner first; one that waits to
 * be deleted is kept, as its owner was told.
 * @throws AppError 403 `account_deactivated` with a challenge
 */
export async function openOrAsk(ctx: Ctx, account: Account, input: LoginInput): Promise<OpenedSession> {
  if (!isClosedByOwner(account)) return openLogin(ctx, account.id, input);
  const session = await keepAccount(ctx, account.id, input);
  if (session) return session;
  const details = await issueChallenge(ctx, account.id, { purpose: 'reactivate', remember: input.remember });
  throw new AppError(403, 'account_deactivated', 'This account is deactivated. Do you want to come back?', {
    details,
  });
}

/**
 * Reactivates an account and opens the session of the login that asked for it.
 * @throws AppError 403 if it has been suspended since; 422 `login_expired`; 429
 */
export async function reactivate(
  ctx: Ctx,
  { challenge, device }: { challenge: string; device?: string | undefined },
): Promise<OpenedSession> {
  await limitRate(ctx, `reactivate:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 900 });
  return transaction(ctx, async (tx) => {
    const challenged = await challengedBy(tx, challenge, 'reactivate');
    if (!challenged || !(await endChallenge(tx, challenge, 'reactivate'))) throw loginExpired();
    const { accountId, remember } = challenged;
    const [account] = await tx.db.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
    if (!account) throw loginExpired();
    refuseSuspended(tx, account);
    await reopenAccount(tx, accountId);
    await mailAccount(tx, accountId, (site) => ({
      subject: `Your ${site} account is active again`,
      lines: [
        'You logged in and reactivated your account. Your page is shown as before.',
        tx.config.publicUrl,
      ],
    }));
    // The challenge was only issued to a login that had passed the second factor, if one was on.
    const factor = (await activeFactor(tx, accountId)) !== null;
    return openLogin(tx, accountId, { remember, device, factor });
  });
}
