import { eq, or } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatMoney } from '#lib/format.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { ledgerTransactions, payments } from '../../../db/schema/ledger.ts';
import { disputes } from '../../../db/schema/payment-outcomes.ts';
import type { GatewayEvent } from '../../../ports/payment-gateway.ts';
import { undoGone } from './refund.ts';
import type { PaymentRow } from '../../money/payments/start.ts';
import { notify } from '../../people/notifications/notify.ts';
import { assertTaken, notifyOperator } from './webhook-effects.ts';

type Reported = Extract<GatewayEvent, { kind: 'dispute' }>;
type DisputeRow = typeof disputes.$inferSelect;

/** The payment by its charge, or by the gateway's reference if the charge isn't known yet. */
async function disputedPayment(tx: Ctx, { chargeId, gatewayRef }: Reported): Promise<PaymentRow> {
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(or(eq(payments.chargeId, chargeId), gatewayRef ? eq(payments.gatewayRef, gatewayRef) : undefined));
  if (!payment) throw new Error(`there is no payment with charge ${chargeId}`);
  return payment;
}

/** Locks the dispute's row until the end of `tx`, creating it for the first event. */
async function lockDispute(
  tx: Ctx,
  payment: PaymentRow,
  event: Reported,
): Promise<{ row: DisputeRow; isNew: boolean }> {
  const time = now(tx);
  const { disputeId: gatewayId, amount, reason } = event;
  const made = await tx.db
    .insert(disputes)
    .values({
      id: tx.ports.ids(),
      gateway: tx.ports.payments.name,
      gatewayId,
      paymentId: payment.id,
      amount,
      reason: reason.slice(0, 100),
      state: 'open',
      createdAt: time,
      updatedAt: time,
    })
    .onConflictDoNothing()
    .returning({ id: disputes.id });
  const [row] = await tx.db.select().from(disputes).where(eq(disputes.gatewayId, gatewayId)).for('update');
  if (!row) throw new Error('the dispute vanished');
  return { row, isNew: made.length > 0 };
}

const write = (
  tx: Ctx,
  accountId: string,
  { subject, text, href }: { subject: string; text: string; href: string },
): Promise<void> =>
  notify(tx, { to: accountId, type: 'dispute', text, href, letter: { subject, lines: [text] } });

const phrases = {
  open: {
    fan: 'You keep access while the dispute is open.',
    creator: 'Nothing changes while the dispute is open.',
  },
  won: {
    fan: 'The dispute was decided in the creator’s favor. The payment stands.',
    creator: 'The dispute was decided in your favor. The payment stands.',
  },
  lost: {
    fan: 'The money was returned to your card, and you no longer have access to what it paid for.',
    creator: 'The dispute was lost. The money was returned to the fan’s card, and your share was reversed.',
  },
} as const;

/** Notifies the fan, the creator (for a subscription), and the operator. */
async function emitToAll(tx: Ctx, payment: PaymentRow, state: DisputeRow['state']): Promise<void> {
  const [bought] = await tx.db
    .select({ description: ledgerTransactions.description, performerId: ledgerTransactions.performerId })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, payment.transactionId ?? ''));
  const what = `${bought?.description ?? 'a payment'}, ${formatMoney(payment.amount, payment.currency)}`;
  const { fan, creator } = phrases[state];
  const subject = 'A disputed payment';
  await write(tx, payment.accountId, {
    subject,
    text: `Your bank is disputing one of your payments (${what}). ${fan}`,
    href: routes.wallet,
  });
  if (bought?.performerId)
    await write(tx, bought.performerId, {
      subject,
      text: `A fan’s bank is disputing a payment to you (${what}). ${creator}`,
      href: routes.earnings,
    });
  await notifyOperator(tx, {
    subject: `Dispute ${state}`,
    text: `Payment ${payment.id} (${what}): the dispute is ${state}. Evidence is sent at the payment gateway.`,
  });
}

async function lose(tx: Ctx, payment: PaymentRow, { amount }: Reported): Promise<string | null> {
  if (amount !== payment.amount)
    throw new Error(
      `${amount} of the ${payment.amount} ${payment.currency} of payment ${payment.id} were lost in a dispute: settle that by hand`,
    );
  return (
    (await undoGone(tx, payment.transactionId ?? '', { kind: 'dispute', reason: 'Lost dispute' }))?.id ?? null
  );
}

/** Records the decision of a dispute, once. */
async function decide(
  tx: Ctx,
  { row, payment }: { row: DisputeRow; payment: PaymentRow },
  event: Reported,
): Promise<string> {
  const transactionId = event.state === 'lost' ? await lose(tx, payment, event) : null;
  await tx.db
    .update(disputes)
    .set({ state: event.state, amount: event.amount, transactionId, updatedAt: now(tx) })
    .where(eq(disputes.id, row.id));
  await emitToAll(tx, payment, event.state);
  if (event.state === 'won') return 'The dispute was won: the payment stands.';
  return transactionId
    ? 'The dispute was lost: the payment is undone.'
    : 'The dispute was lost; the payment was undone already.';
}

/**
 * Handles a disputed card payment. While the dispute is open, nothing changes. If lost, the payment is
 * reversed and the site bears what can't be recovered; if won, it stands. A decision is final, whatever
 * events arrive later.
 */
export async function disputeReported(tx: Ctx, event: Reported): Promise<string> {
  const payment = await disputedPayment(tx, event);
  assertTaken(payment, event);
  const { row, isNew } = await lockDispute(tx, payment, event);
  if (row.paymentId !== payment.id)
    throw new Error(`dispute ${event.disputeId} is of payment ${row.paymentId}, not ${payment.id}`);
  if (isNew && event.state === 'open') await emitToAll(tx, payment, 'open');
  if (event.state === 'open' || event.state === row.state)
    return row.state === 'open' ? 'The dispute is open.' : `The dispute was ${row.state} already.`;
  if (row.state !== 'open')
    throw new Error(
      `dispute ${event.disputeId} was ${row.state} and is now ${event.state}: settle that by hand`,
    );
  return decide(tx, { row, payment }, event);
}
