import type { Cents } from '#lib/units.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { formatMoney } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { payments } from '../../../db/schema/ledger.ts';
import type { GatewayEvent } from '../../../ports/payment-gateway.ts';
import { noteConnectStatus } from '../payouts/connect-accounts.ts';
import { mailOperators } from '../../base/site/operator-mail.ts';
import { undoGone } from './refund.ts';
import { record } from './settle.ts';
import type { PaymentRow } from '../../money/payments/start.ts';
import { mailRefund } from '../receipts/mails.ts';

type EventOf<K extends GatewayEvent['kind']> = Extract<GatewayEvent, { kind: K }>;

/** A gateway account can serve other sites too. */
const unknown = 'There is no such payment here.';

async function findPayment(tx: Ctx, id: string): Promise<PaymentRow | null> {
  const [payment] = await tx.db.select().from(payments).where(eq(payments.id, id));
  return payment ?? null;
}

/** A payment succeeded or failed, possibly before the caller got the reply. */
export async function paymentReported(
  tx: Ctx,
  { paymentId, gatewayRef, outcome }: EventOf<'payment'>,
): Promise<string> {
  const payment = await findPayment(tx, paymentId);
  if (!payment) return unknown;
  await tx.db
    .update(payments)
    .set({ gatewayRef })
    .where(and(eq(payments.id, paymentId), isNull(payments.gatewayRef)));
  const { state } = await record(tx, payment, outcome);
  return state === payment.state ? `The payment had ${state} already.` : `The payment has ${state}.`;
}

/** Emails operators about something that needs a person. */
export async function notifyOperator(
  tx: Ctx,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const { siteName } = await tx.settings.all();
  await mailOperators(tx, { subject: `[${siteName}] ${subject}`, text });
}

/**
 * Checks that the money lost is money this payment brought in, in the same currency.
 * @throws Error for someone to look at, also when the payment isn't known to have succeeded yet.
 */
export function assertTaken(
  payment: PaymentRow,
  gone: { chargeId: string; amount: Cents; currency: string },
): void {
  if (payment.state !== 'succeeded')
    throw new Error(`payment ${payment.id} is ${payment.state}: its success isn’t known yet`);
  if (payment.chargeId !== gone.chargeId)
    throw new Error(`payment ${payment.id} is charge ${payment.chargeId}, not ${gone.chargeId}`);
  if (gone.currency !== payment.currency || gone.amount > payment.amount)
    throw new Error(
      `${gone.amount} ${gone.currency} went back of payment ${payment.id}, which was ${payment.amount} ${payment.currency}`,
    );
}

/**
 * A refund was made at the gateway itself. A full refund reverses the payment. A partial one is only reported
 * to the operator, because it is unknown which part of the purchase to revoke.
 */
export async function refundReported(tx: Ctx, event: EventOf<'refund'>): Promise<string> {
  const payment = await findPayment(tx, event.paymentId);
  if (!payment) return unknown;
  assertTaken(payment, event);
  if (event.amount < payment.amount) {
    const part = `${formatMoney(event.amount, payment.currency)} of ${formatMoney(payment.amount, payment.currency)}`;
    await notifyOperator(tx, {
      subject: 'A payment was refunded in part',
      text: `At the payment gateway ${part} of payment ${payment.id} went back to the card. Here the payment stands as it was, and what it bought is open: settle the rest by hand, or refund it whole.`,
    });
    return `Refunded in part: ${part}. The payment stands as it was; settle it by hand.`;
  }
  const undone = await undoGone(tx, payment.transactionId ?? '', { kind: 'refund', reason: 'Refund' });
  if (!undone) return 'The payment was undone already.';
  await mailRefund(tx, payment, '');
  return 'Refunded at the gateway: the payment is undone.';
}

/** The gateway's requirements for a creator have changed. */
export async function accountReported(tx: Ctx, { gatewayId, status }: EventOf<'connect'>): Promise<string> {
  const isOurs = await noteConnectStatus(tx, gatewayId, status);
  return isOurs
    ? `Payouts are ${status.payoutsEnabled ? 'possible' : 'not possible'}.`
    : 'There is no such account here.';
}
