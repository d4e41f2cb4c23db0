import { routes } from '#config/routes.ts';
import { formatMoney, formatTokens } from '#lib/format.ts';
import type { adjustments } from '../../../db/schema/operator.ts';
import { mailAccount } from '../../people/accounts/account-mail.ts';
import { notify } from '../../people/notifications/notify.ts';
import type { OperatorCtx } from './audit.ts';

type Row = typeof adjustments.$inferSelect;

/** Such as `We added 50 tokens to your wallet.` */
function describeAdjustment({ purse, amount }: Row, currency: string): string {
  const much = purse === 'wallet' ? formatTokens(Math.abs(amount)) : formatMoney(Math.abs(amount), currency);
  const where = purse === 'wallet' ? 'your wallet' : 'your earnings';
  return amount > 0 ? `We added ${much} to ${where}.` : `We took ${much} from ${where}.`;
}

/** Notifies the person of what was corrected and why, in the app and by email, also while their account is closed. */
export async function notifyAdjustment(tx: OperatorCtx, row: Row): Promise<void> {
  const { currency } = await tx.settings.all();
  const what = describeAdjustment(row, currency);
  const href = row.purse === 'wallet' ? routes.wallet : routes.earnings;
  await notify(tx, {
    to: row.accountId,
    type: 'adjustment',
    text: `${what} ${row.reason}`,
    href,
    letter: null,
  });
  await mailAccount(tx, row.accountId, () => ({
    subject: what.slice(0, -1),
    lines: [
      what,
      row.reason,
      ...(row.aboutLabel ? [`It’s about: ${row.aboutLabel}`] : []),
      `See it in your history: ${tx.config.publicUrl}${href}`,
    ],
  }));
}
