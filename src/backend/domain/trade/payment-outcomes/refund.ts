import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { ledgerTransactions, payments } from '../../../db/schema/ledger.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type Posted, buildReversal, post, reverse } from '../../base/ledger/ledger.ts';
import { withLosses } from '../../base/ledger/losses.ts';
import { holdRefunded, intoWallet, moveOrder } from '../shop/order-moving.ts';
import { mailRefund } from '../receipts/mails.ts';
import { giftReturned } from '../subscriptions/gifts/returning.ts';
import { endSubscription, lockSubscription } from '../subscriptions/slots.ts';
import { closePurchases } from '../../money/wallet/closed-purchases.ts';

type TransactionRow = typeof ledgerTransactions.$inferSelect;

const spentAlready = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== 'insufficient_balance') throw error;
  throw conflict(
    `The tokens of this top-up are spent: ${String(error.details?.['missing'])} of them are missing in the wallet.`,
  );
};

/** Ends a gift, and reverses the sale that it became once it was redeemed. */
async function takeGift(tx: Ctx, { subjectId, description }: TransactionRow): Promise<void> {
  const saleId = subjectId ? await giftReturned(tx, subjectId) : null;
  if (saleId) await reverse(tx, saleId, `Refund: ${description}`);
}

/** Revokes the access the payment bought. */
async function takeBack(tx: Ctx, original: TransactionRow): Promise<void> {
  await closePurchases(tx, original.id);
  if (original.kind === 'gift') await takeGift(tx, original);
  if (original.kind !== 'subscription' || !original.subjectId || !original.actorId) return;
  const row = await lockSubscription(tx, original.subjectId);
  const [latest] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.kind, 'subscription'),
        eq(ledgerTransactions.subjectId, original.subjectId),
        eq(ledgerTransactions.actorId, original.actorId),
      ),
    )
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(1);
  // Refunding an earlier period doesn't end the current one.
  if (row && row.state !== 'expired' && latest?.id === original.id) await endSubscription(tx, row);
}

async function notify(tx: Ctx, original: TransactionRow, posted: Posted): Promise<void> {
  const { actorId: accountId, performerId, subjectId, description } = original;
  if (!accountId) return;
  const room = rooms.account(accountId);
  if (performerId) tx.emit(room, 'access/changed', { performerId });
  const back = await intoWallet(tx, posted, {
    accountId,
    performerId,
    subjectId,
    description: `Refund: ${description}`,
  });
  if (back.added !== 0) tx.emit(room, 'balance/updated', back);
}

/**
 * Refunds a charge, a subscription payment, or a top-up: the money returns to where it came from, and the
 * access it bought is revoked. Cards are refunded by a job, so that the ledger neither waits for the gateway
 * nor disagrees with it. Call it inside `transaction`.
 * @throws AppError 404, or 409 when already refunded, not refundable, or spent.
 */
export async function refund(
  tx: Ctx,
  transactionId: string,
  reason: string,
): Promise<{ original: TransactionRow; posted: Posted }> {
  const [original] = await tx.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId));
  if (original && !['charge', 'subscription', 'top_up', 'gift'].includes(original.kind))
    throw conflict(`A ${original.kind} can’t be refunded.`);
  const order = await holdRefunded(tx, transactionId);
  const posted = await reverse(
    tx,
    transactionId,
    `Refund: ${original?.description ?? ''}${reason ? ` (${reason})` : ''}`,
  ).catch(spentAlready);
  if (!original) throw new Error('reversed what doesn’t exist');
  await takeBack(tx, original);
  if (order) await moveOrder(tx, order, { name: 'refund', note: reason });
  const [payment] = await tx.db
    .select({ id: payments.id, accountId: payments.accountId })
    .from(payments)
    .where(eq(payments.transactionId, transactionId));
  if (payment) await enqueue(tx, { kind: 'payment-refund', payload: { paymentId: payment.id } });
  if (payment) await mailRefund(tx, payment, reason);
  await notify(tx, original, posted);
  return { original, posted };
}

/**
 * Reverses a card payment whose money is already gone, through a refund at the gateway or a lost dispute: the
 * access is revoked, and the site bears what can't be recovered. Nothing is sent to the card. Returns null
 * when it was already reversed.
 */
export async function undoGone(
  tx: Ctx,
  transactionId: string,
  { kind, reason }: { kind: 'refund' | 'dispute'; reason: string },
): Promise<TransactionRow | null> {
  const [original] = await tx.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId))
    .for('update');
  const [undone] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reversesId, transactionId));
  if (!original || undone) return null;
  const entry = await withLosses(
    tx,
    await buildReversal(tx, transactionId, `${reason}: ${original.description}`),
  );
  const posted = await post(tx, { ...entry, kind });
  await takeBack(tx, original);
  await notify(tx, original, posted);
  const [reversal] = await tx.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, posted.transactionId));
  return reversal ?? null;
}

/** The job that refunds a card, made idempotent by the gateway's key. */
export async function refundToCard(ctx: Ctx, paymentId: string): Promise<void> {
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.chargeId) return;
  await ctx.ports.payments.refund({
    idempotencyKey: `refund:${payment.id}`,
    chargeId: payment.chargeId,
    amount: payment.amount,
  });
}
