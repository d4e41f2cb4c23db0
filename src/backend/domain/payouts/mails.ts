import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatMoney } from '#lib/format.ts';
import type { Ctx } from '../../kernel/context.ts';
import type { payoutMethods, payoutRequests } from '../../db/schema-money.ts';
import { accounts } from '../../db/schema.ts';
import { rooms } from '../../kernel/hub.ts';
import { queueMail } from '../site/mails.ts';

type MethodRow = typeof payoutMethods.$inferSelect;
type PayoutRow = typeof payoutRequests.$inferSelect;

/** `2026-11-23 12:00 UTC`: a mail doesn't know its reader's zone. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
/** `Alpenbank, account ending in 4321`. */
export const methodName = ({ shown, type }: Pick<MethodRow, 'shown' | 'type'>): string =>
  type === 'bank' ? `${shown.bank}, account ending in ${shown.last4}` : `${shown.bank} (${shown.last4})`;

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Writes to the account's address on record, if it has one. */
async function write(tx: Ctx, accountId: string, letter: (site: string) => Letter): Promise<void> {
  const [person] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!person?.email) return;
  const { siteName } = await tx.settings.all();
  const { subject, lines } = letter(siteName);
  await queueMail(tx, {
    to: person.email,
    subject,
    text: [`Hello ${person.name},`, ...lines, siteName].join('\n\n'),
  });
}

const notify = (tx: Ctx, accountId: string, told: { text: string; href: string }): void =>
  tx.emit(rooms.account(accountId), 'notification/created', { kind: 'payout', ...told });

/** Where payouts go was changed: whoever reads the account's mail can take it back while it is locked. */
export async function mailMethodChanged(tx: Ctx, row: MethodRow, token: string): Promise<void> {
  await write(tx, row.accountId, (site) => ({
    subject: `Where your ${site} payouts go was changed`,
    lines: [
      `your payouts now go to ${methodName(row)}. Nothing is paid there before ${moment(row.lockedUntil)}.`,
      `If this wasn’t you, take it back until then. Payouts to it are cancelled, everybody else is logged out, and what was chosen before is chosen again:\n${tx.config.publicUrl}${routes.undoPayoutMethod}?token=${token}`,
      'If it was you, there is nothing to do.',
    ],
  }));
  notify(tx, row.accountId, {
    text: `Your payouts now go to ${methodName(row)}.`,
    href: routes.creatorPayouts,
  });
}

/** Somebody took the change back by its mail. */
export async function mailMethodUndone(
  tx: Ctx,
  accountId: string,
  restored: MethodRow | null,
): Promise<void> {
  const now = restored
    ? `Your payouts go to ${methodName(restored)} again.`
    : 'No payout method is chosen now.';
  await write(tx, accountId, (site) => ({
    subject: `The change of your ${site} payouts was taken back`,
    lines: [
      now,
      `Everybody was logged out. Set a new password now, so that nobody else knows it: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));
  notify(tx, accountId, {
    text: `The change of your payouts was taken back. ${now}`,
    href: routes.creatorPayouts,
  });
}

export type PayoutNews = PayoutRow['state'] | 'changed';

const happened: Readonly<Record<PayoutNews, string>> = {
  pending: 'was asked for and waits for the site to look at it',
  changed: 'was changed',
  approved: 'was approved',
  processing: 'is on its way',
  paid: 'was paid',
  rejected: 'was rejected, and the money is back in your earnings',
  cancelled: 'was cancelled, and the money is back in your earnings',
  failed: 'didn’t go through, and the money is back in your earnings',
};

/** Each step of a payout is told by mail and at once. */
export async function mailPayout(
  tx: Ctx,
  payout: PayoutRow,
  { news, note, to }: { news: PayoutNews; note: string; to: string },
): Promise<void> {
  const what = `Your payout of ${formatMoney(payout.amount, payout.currency)} ${happened[news]}.`;
  const href = routes.payout(payout.id);
  await write(tx, payout.performerId, () => ({
    subject: what.slice(0, -1),
    lines: [
      what,
      ...(note ? [note] : []),
      `It goes to ${to}. Everything that happened: ${tx.config.publicUrl}${href}`,
    ],
  }));
  notify(tx, payout.performerId, { text: what, href });
}
