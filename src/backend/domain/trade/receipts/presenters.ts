import { and, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Receipt } from '#contract/money/payments.ts';
import { formatTokens, plural } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { coupons, couponUses } from '../../../db/schema/coupons.ts';
import { ledgerTransactions, payments } from '../../../db/schema/ledger.ts';
import { disputes } from '../../../db/schema/payment-outcomes.ts';
import { cards } from '../../../db/schema/payments.ts';
import { promotionUses } from '../../../db/schema/promotions.ts';
import { receipts } from '../../../db/schema/receipts.ts';
import { type ReceiptRow, writeReceipt } from './rows.ts';

type Facts = Awaited<ReturnType<typeof paymentsWhere>>[number];

const paymentsWhere = (ctx: Ctx, condition: SQL | undefined) =>
  ctx.db
    .select({
      payment: getTableColumns(payments),
      entry: {
        id: ledgerTransactions.id,
        description: ledgerTransactions.description,
        createdAt: ledgerTransactions.createdAt,
      },
      card: { brand: cards.brand, last4: cards.last4 },
      receipt: receipts,
      coupon: coupons.code,
      promotionId: promotionUses.promotionId,
    })
    .from(payments)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, payments.transactionId))
    .innerJoin(cards, eq(cards.id, payments.cardId))
    .leftJoin(receipts, eq(receipts.transactionId, ledgerTransactions.id))
    .leftJoin(couponUses, and(eq(couponUses.paymentId, payments.id), eq(couponUses.state, 'used')))
    .leftJoin(coupons, eq(coupons.id, couponUses.couponId))
    .leftJoin(promotionUses, and(eq(promotionUses.paymentId, payments.id), eq(promotionUses.state, 'used')))
    .where(condition)
    .limit(1);

/** The purchased items at full price. */
function boughtLines({ payment: { amount, discount, intent }, entry, promotionId }: Facts): Receipt['lines'] {
  const paid = amount + discount;
  if (intent.kind === 'top_up') {
    const bonus =
      intent.bonus > 0
        ? [{ text: plural(intent.bonus, 'bonus token'), tokens: intent.bonus, amount: 0 }]
        : [];
    return [{ text: formatTokens(intent.tokens), tokens: intent.tokens, amount: paid }, ...bonus];
  }
  const price = Math.max((intent.kind === 'subscription' ? intent.price : null) ?? paid, paid);
  const off = {
    text: promotionId ? 'First period offer' : 'Credit for unused time',
    tokens: 0,
    amount: paid - price,
  };
  return [{ text: entry.description, tokens: 0, amount: price }, ...(off.amount < 0 ? [off] : [])];
}

/** The purchased items and the discount, which add up to the amount paid. */
function receiptLines(facts: Facts): Receipt['lines'] {
  const { discount } = facts.payment;
  const off = { text: facts.coupon ? `Coupon ${facts.coupon}` : 'Coupon', tokens: 0, amount: -discount };
  return [...boughtLines(facts), ...(discount > 0 ? [off] : [])];
}

const Replied = z.object({ periodEnd: z.iso.datetime() });
/** The end of the period, as stated when it was paid. */
const paidUntil = ({ payment: { kind, reply } }: Facts): string | null =>
  kind === 'subscription' ? (Replied.safeParse(reply).data?.periodEnd ?? null) : null;

/**
 * Whether the payment was refunded or disputed since. A dispute takes precedence over the ledger entry it
 * caused.
 */
async function currentState(
  ctx: Ctx,
  { payment, entry }: Facts,
): Promise<Pick<Receipt, 'state' | 'stateAt'>> {
  const notWon = and(eq(disputes.paymentId, payment.id), inArray(disputes.state, ['open', 'lost']));
  const [dispute] = await ctx.db
    .select()
    .from(disputes)
    .where(notWon)
    .orderBy(desc(disputes.createdAt))
    .limit(1);
  if (dispute)
    return dispute.state === 'open'
      ? { state: 'disputed', stateAt: dispute.createdAt.toISOString() }
      : { state: 'returned', stateAt: dispute.updatedAt.toISOString() };
  const [refund] = await ctx.db
    .select({ at: ledgerTransactions.createdAt })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reversesId, entry.id));
  return refund ? { state: 'refunded', stateAt: refund.at.toISOString() } : { state: 'paid', stateAt: null };
}

async function present(ctx: Ctx, facts: Facts, row: ReceiptRow): Promise<Receipt> {
  const { payment, entry, card } = facts;
  return {
    _id: entry.id,
    number: row.number,
    paidAt: entry.createdAt.toISOString(),
    seller: { name: row.sellerName, email: row.sellerEmail },
    buyer: { name: row.buyerName, email: row.buyerEmail },
    lines: receiptLines(facts),
    total: payment.amount,
    currency: payment.currency,
    paidUntil: paidUntil(facts),
    card,
    ...(await currentState(ctx, facts)),
  };
}

const receiptWhere = async (ctx: Ctx, condition: SQL | undefined): Promise<Receipt | null> => {
  const [facts] = await paymentsWhere(ctx, condition);
  if (!facts) return null;
  return present(
    ctx,
    facts,
    facts.receipt ??
      (await writeReceipt(ctx, { transactionId: facts.entry.id, accountId: facts.payment.accountId })),
  );
};

/** The receipt of a successful payment, or null. */
export const receiptOfPayment = (ctx: Ctx, paymentId: string): Promise<Receipt | null> =>
  receiptWhere(ctx, eq(payments.id, paymentId));

/** An account's receipt. `transactionId` is the payment's ledger transaction or the one that reversed it. */
export function findReceipt(ctx: Ctx, accountId: string, transactionId: string): Promise<Receipt | null> {
  const undone = sql`(SELECT reverses_id FROM ledger_transactions WHERE id = ${transactionId})`;
  const disputed = sql`(SELECT payment_id FROM disputes WHERE transaction_id = ${transactionId} LIMIT 1)`;
  const matches = or(
    eq(payments.transactionId, transactionId),
    eq(payments.transactionId, undone),
    eq(payments.id, disputed),
  );
  return receiptWhere(ctx, and(eq(payments.accountId, accountId), matches));
}
