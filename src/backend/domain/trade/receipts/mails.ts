import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Receipt } from '#contract/money/payments.ts';
import { cardText } from '#lib/card-text.ts';
import { formatMoney } from '#lib/format.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { greeting, isolated } from '#config/line-text.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { queueMail } from '../../base/site/mails.ts';
import { receiptOfPayment } from './presenters.ts';

const receiptLine = (tx: Ctx, { _id, number }: Receipt) =>
  `Receipt ${number}: ${tx.config.publicUrl}${routes.receipt(_id)}`;

interface Paid {
  readonly id: string;
  readonly accountId: string;
}

/** Emails the payer at their current address, if they have one. */
async function write(
  tx: Ctx,
  { accountId }: Paid,
  { receipt, subject, body }: { receipt: Receipt; subject: string; body: readonly string[] },
): Promise<void> {
  const [person] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!person?.email) return;
  await queueMail(tx, {
    to: person.email,
    subject,
    text: [greeting(person.name), ...body, receiptLine(tx, receipt), receipt.seller.name].join('\n\n'),
  });
}

/** Emails the receipt of a payment that just succeeded. Call it in the transaction of its effect. */
export async function mailReceipt(tx: Ctx, payment: Paid): Promise<void> {
  const receipt = await receiptOfPayment(tx, payment.id);
  if (!receipt) return;
  const money = (cents: Cents) => formatMoney(cents, receipt.currency);
  const lines = [
    ...receipt.lines.map(({ text, amount }) => `${isolated(text)}: ${money(amount)}`),
    `Total: ${money(receipt.total)}`,
  ];
  const until = receipt.paidUntil ? [`It’s paid through ${formatUtcDay(new Date(receipt.paidUntil))}.`] : [];
  const body = [
    `You paid ${money(receipt.total)} with ${cardText(receipt.card)} on ${formatUtcDay(new Date(receipt.paidAt))}.`,
    lines.join('\n'),
    ...until,
  ];
  await write(tx, payment, {
    receipt,
    subject: `Your receipt from ${receipt.seller.name}: ${money(receipt.total)}`,
    body,
  });
}

/** Emails that a card payment was refunded. Call it in the transaction of the refund. */
export async function mailRefund(tx: Ctx, payment: Paid, reason: string): Promise<void> {
  const receipt = await receiptOfPayment(tx, payment.id);
  if (!receipt) return;
  const money = formatMoney(receipt.total, receipt.currency);
  const what = receipt.lines[0]?.text ?? '';
  const body = [
    `We refunded “${isolated(what)}”.${reason ? ` ${reason}` : ''}`,
    `${money} is being returned to ${cardText(receipt.card)}. It can take up to ten days to appear.`,
  ];
  await write(tx, payment, { receipt, subject: `Your refund from ${receipt.seller.name}: ${money}`, body });
}
