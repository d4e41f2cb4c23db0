import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { contactAddress } from '../../base/site/contact.ts';
import { mailAccount, utcMinute } from './account-mail.ts';
import { decisionPath } from '../../base/site/decision-links.ts';
import { endSessions } from './sessions.ts';

type Account = typeof accounts.$inferSelect;
export interface Suspension {
  /** Told to the person. */
  readonly reason: string;
  /** When it ends by itself; null if it doesn't. */
  readonly until: Date | null;
  /** The decision behind it, which the person can read and appeal by a link in the email. */
  readonly decisionId?: string | undefined;
}

const untilText = (until: Date | null): string => (until ? ` until ${utcMinute(until)}` : '');

/**
 * Closes an account: it can't log in, its sessions end, and nobody finds its page. What it sold and bought
 * stays. The owner is told why and until when.
 */
export async function suspendAccount(
  tx: Ctx,
  accountId: string,
  { reason, until, decisionId }: Suspension,
): Promise<void> {
  await tx.db
    .update(accounts)
    .set({
      suspendedAt: now(tx),
      suspendedUntil: until,
      suspendedReason: reason,
      suspendedByDecision: decisionId ?? null,
      updatedAt: now(tx),
    })
    .where(eq(accounts.id, accountId));
  await endSessions(tx, accountId);
  const payload = { accountId };
  // The command line has no connections to close: the server does, within about a second.
  await enqueue(tx, { kind: 'suspension-due', payload });
  if (until) await enqueue(tx, { kind: 'suspension-due', payload, runAt: until });
  const { contactEmail } = await tx.settings.all();
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} account is suspended`,
    lines: [
      `Your account is suspended${untilText(until)}.`,
      `Reason: ${reason}`,
      'Until then, you can’t log in, and your page and posts aren’t shown. Your money and what you bought are kept.',
      decisionId
        ? `Read the decision, and appeal it if you think it’s wrong: ${tx.config.publicUrl}${decisionPath(tx, decisionId)}`
        : `If you think this is a mistake, write to ${contactAddress(tx, contactEmail)}.`,
    ],
  }));
}

/** Accounts that the operator closed, whether or not their owners had. */
export const suspended = and(
  isNotNull(accounts.suspendedAt),
  or(isNull(accounts.deactivatedAt), isNotNull(accounts.suspendedReason)),
);

/** Accounts that the operator hasn't closed: open ones, and those their owners deactivated. */
export const notSuspended = or(
  isNull(accounts.suspendedAt),
  and(isNotNull(accounts.deactivatedAt), isNull(accounts.suspendedReason)),
);

/**
 * Opens a suspended account again, and tells its owner. One that its owner had deactivated stays so. Returns
 * false if it wasn't suspended.
 */
export async function liftSuspension(tx: Ctx, accountId: string): Promise<boolean> {
  const [lifted] = await tx.db
    .update(accounts)
    .set({
      suspendedAt: sql`${accounts.deactivatedAt}`,
      suspendedUntil: null,
      suspendedReason: null,
      suspendedByDecision: null,
      updatedAt: now(tx),
    })
    .where(and(eq(accounts.id, accountId), suspended))
    .returning({ deactivatedAt: accounts.deactivatedAt });
  if (!lifted) return false;
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} account is open again`,
    lines: [
      lifted.deactivatedAt
        ? 'You can log in again, and reactivate your account when you do.'
        : 'You can log in again, and your page is shown as before.',
      tx.config.publicUrl,
    ],
  }));
  return true;
}

/** Closes the connections of a suspended account, or opens it again when its time is over. */
export async function applySuspension(ctx: Ctx, accountId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ suspendedAt: accounts.suspendedAt, until: accounts.suspendedUntil })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    if (!account?.suspendedAt) return;
    if (account.until && account.until <= now(tx)) await liftSuspension(tx, accountId);
    else tx.drop(rooms.account(accountId));
  });
}

/** What a suspended person reads at the login. */
export const suspendedError = (
  ctx: Ctx,
  { suspendedUntil, suspendedReason, suspendedByDecision }: Account,
): AppError =>
  new AppError(
    403,
    'account_suspended',
    [
      `This account is suspended${untilText(suspendedUntil)}.`,
      ...(suspendedReason ? [`Reason: ${suspendedReason}`] : []),
      suspendedByDecision ? 'You can appeal the decision.' : 'Contact us if you think this is a mistake.',
    ].join(' '),
    suspendedByDecision ? { details: { decision: decisionPath(ctx, suspendedByDecision) } } : {},
  );
