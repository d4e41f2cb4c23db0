import { and, desc, eq, isNull } from 'drizzle-orm';
import { type Ctx, now } from '../context.ts';
import { ledgerTransactions, payments, purchases } from '../db/schema.ts';
import { AppError, conflict } from '../errors.ts';
import { rooms } from '../hub.ts';
import { enqueue } from '../jobs/queue.ts';
import { type Posted, reverse } from './ledger.ts';
import { endSubscription, lockSubscription } from './subscription-slots.ts';

type TransactionRow = typeof ledgerTransactions.$inferSelect;

const spentAlready = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== 'insufficient_balance') throw error;
  throw conflict(`The tokens of this top-up are spent: ${String(error.details?.['missing'])} of them are missing in the wallet.`);
};

/** What was bought with it closes again. */
async function takeBack(tx: Ctx, original: TransactionRow): Promise<void> {
  await tx.db.update(purchases).set({ reversedAt: now(tx) }).where(and(eq(purchases.transactionId, original.id), isNull(purchases.reversedAt)));
  if (original.kind !== 'subscription' || !original.subjectId || !original.actorId) return;
  const row = await lockSubscription(tx, original.subjectId);
  const [latest] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.kind, 'subscription'), eq(ledgerTransactions.subjectId, original.subjectId), eq(ledgerTransactions.actorId, original.actorId)))
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(1);
  // A refund of an earlier period leaves the one that is paid for.
  if (row && row.state !== 'expired' && latest?.id === original.id) await endSubscription(tx, row);
}

function tell(tx: Ctx, original: TransactionRow, posted: Posted): void {
  if (!original.actorId) return;
  const room = rooms.account(original.actorId);
  if (original.performerId) tx.emit(room, 'access/changed', { performerId: original.performerId });
  const added = posted.amountOf('wallet', original.actorId);
  if (added !== 0) tx.emit(room, 'balance/updated', { added, balance: posted.balanceOf('wallet', original.actorId) });
}

/**
 * Undoes a charge, a subscription payment or a top-up: the money goes back where it came from, and what it bought closes. A card
 * gets its money by a job, so that the ledger never waits for the gateway nor disagrees with it. Call it inside `transaction`.
 * @throws AppError 404, or 409 for what was refunded already, can't be, or is spent.
 */
export async function refund(tx: Ctx, transactionId: string, reason: string): Promise<{ original: TransactionRow; posted: Posted }> {
  const [original] = await tx.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, transactionId));
  if (original && !['charge', 'subscription', 'top_up'].includes(original.kind)) throw conflict(`A ${original.kind} can’t be refunded.`);
  const posted = await reverse(tx, transactionId, `Refund: ${original?.description ?? ''}${reason ? ` (${reason})` : ''}`).catch(spentAlready);
  if (!original) throw new Error('reversed what doesn’t exist');
  await takeBack(tx, original);
  const [payment] = await tx.db.select({ id: payments.id }).from(payments).where(eq(payments.transactionId, transactionId));
  if (payment) await enqueue(tx, { kind: 'payment-refund', payload: { paymentId: payment.id } });
  tell(tx, original, posted);
  return { original, posted };
}

/** The job: gives the card its money back, once by the gateway's key. */
export async function refundToCard(ctx: Ctx, paymentId: string): Promise<void> {
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.chargeId) return;
  await ctx.ports.payments.refund({ idempotencyKey: `refund:${payment.id}`, chargeId: payment.chargeId, amount: payment.amount });
}
