import { routes } from '#config/routes.ts';
import { formatMoney } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import type { payoutMethods, payoutRequests } from '../../../db/schema/payouts.ts';
import { notify } from '../../people/notifications/notify.ts';
import { mailAccount, utcMinute } from '../../people/accounts/account-mail.ts';

type MethodRow = typeof payoutMethods.$inferSelect;
type PayoutRow = typeof payoutRequests.$inferSelect;

/** Such as `Alpenbank, account ending in 4321`. */
export const methodName = ({ shown, type }: Pick<MethodRow, 'shown' | 'type'>): string =>
  type === 'bank' ? `${shown.bank}, account ending in ${shown.last4}` : `${shown.bank} (${shown.last4})`;

/** Emails about a changed payout method, with a link that undoes the change while the method is locked. */
export async function mailMethodChanged(tx: Ctx, row: MethodRow, token: string): Promise<void> {
  await mailAccount(tx, row.accountId, (site) => ({
    subject: `Your ${site} payout method was changed`,
    lines: [
      `Your payouts now go to ${methodName(row)}. Nothing will be paid there before ${utcMinute(row.lockedUntil)}.`,
      `If this wasn’t you, undo it before then. Payouts to it are canceled, all sessions are logged out, and your previous payout method is restored:\n${tx.config.publicUrl}${routes.undoPayoutMethod}?token=${token}`,
      'If this was you, you don’t need to do anything.',
    ],
  }));
  // The letter above goes out whatever the account chose: whoever took it over could choose, too.
  await notify(tx, {
    to: row.accountId,
    type: 'payout',
    letter: null,
    text: `Your payouts now go to ${methodName(row)}.`,
    href: routes.creatorPayouts,
  });
}

/** Confirms that a payout method change was undone through the link. */
export async function mailMethodUndone(
  tx: Ctx,
  accountId: string,
  restored: MethodRow | null,
): Promise<void> {
  const now = restored
    ? `Your payouts go to ${methodName(restored)} again.`
    : 'You no longer have a payout method.';
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} payout method change was undone`,
    lines: [
      now,
      `All sessions were logged out. Set a new password now so that only you know it: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));
  // The letter above goes out whatever the account chose: whoever took it over could choose, too.
  await notify(tx, {
    to: accountId,
    type: 'payout',
    letter: null,
    text: `Your payout method change was undone. ${now}`,
    href: routes.creatorPayouts,
  });
}

export type PayoutNews = PayoutRow['state'] | 'changed';

const happened: Readonly<Record<PayoutNews, string>> = {
  pending: 'was requested and is pending review',
  changed: 'was changed',
  approved: 'was approved',
  processing: 'is in transit',
  paid: 'was paid',
  rejected: 'was rejected, and the money is back in your balance',
  cancelled: 'was canceled, and the money is back in your balance',
  failed: 'didn’t go through, and the money is back in your balance',
  returned: 'was returned by the bank, and the money is back in your balance',
};

/** Notifies the creator of each step of a payout, by email and in open tabs. */
export async function mailPayout(
  tx: Ctx,
  payout: PayoutRow,
  { news, note, to }: { news: PayoutNews; note: string; to: string },
): Promise<void> {
  const what = `Your payout of ${formatMoney(payout.amount, payout.currency)} ${happened[news]}.`;
  const href = routes.payout(payout.id);
  await notify(tx, {
    to: payout.performerId,
    type: 'payout',
    text: what,
    href,
    letter: {
      subject: what.slice(0, -1),
      lines: [
        what,
        ...(note ? [note] : []),
        `${news === 'returned' ? 'It was paid' : 'It’s paid'} to ${to}. See its history: ${tx.config.publicUrl}${href}`,
      ],
    },
  });
}
