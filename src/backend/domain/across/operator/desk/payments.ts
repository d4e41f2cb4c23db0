import { and, asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeskDispute, DeskPayment } from '#contract/across/operator/payments.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { ledgerTransactions, payments } from '../../../../db/schema/ledger.ts';
import { disputes } from '../../../../db/schema/payment-outcomes.ts';
import { receipts } from '../../../../db/schema/receipts.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import type { OperatorCtx } from '../audit.ts';
import { paidAmount } from '../refunds.ts';
import { afterCursor, personRef } from './lists.ts';
import type { Quoted } from './quoted.ts';

const [payer, earner] = [alias(accounts, 'payer'), alias(accounts, 'earner')];
const isPayment = sql`${ledgerTransactions.kind} IN ('charge', 'subscription', 'top_up', 'gift')`;

const selectPayments = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      description: ledgerTransactions.description,
      createdAt: ledgerTransactions.createdAt,
      paid: paidAmount,
      gatewayRef: payments.gatewayRef,
      payer: { id: payer.id, username: payer.username, name: payer.name },
      earner: { id: earner.id, username: earner.username, name: earner.name },
      isRefunded: sql<boolean>`EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = ${ledgerTransactions.id})`,
    })
    .from(ledgerTransactions)
    .leftJoin(payments, eq(payments.transactionId, ledgerTransactions.id))
    .leftJoin(payer, eq(payer.id, ledgerTransactions.actorId))
    .leftJoin(earner, eq(earner.id, ledgerTransactions.performerId));
type Row = Awaited<ReturnType<typeof selectPayments>>[number];

const deskPayment = (
  { id, paid, payer: by, earner: to, createdAt, ...row }: Row,
  currency: string,
): DeskPayment => ({
  ...row,
  _id: id,
  amount: Number(paid?.amount ?? 0),
  unit: paid?.unit ?? 'money',
  currency,
  paidBy: by && personRef(by),
  earnedBy: to && personRef(to),
  createdAt: createdAt.toISOString(),
});

/** @throws AppError 404 */
export async function showPayment(ctx: OperatorCtx, id: string): Promise<DeskPayment> {
  const [row] = await selectPayments(ctx).where(and(isPayment, eq(ledgerTransactions.id, id)));
  if (!row) throw notFound();
  return deskPayment(row, (await ctx.settings.all()).currency);
}

const hasReceipt = (ctx: OperatorCtx, number: string) =>
  inArray(
    ledgerTransactions.id,
    ctx.db
      .select({ id: receipts.transactionId })
      .from(receipts)
      .where(eq(receipts.number, `R-${number}`)),
  );

/** Payments with this id, of their own or of the gateway, or with a receipt of this number. */
export async function findPayments(ctx: OperatorCtx, { id, number, text }: Quoted) {
  const { currency } = await ctx.settings.all();
  const isRequested = id
    ? or(eq(ledgerTransactions.id, id), eq(payments.id, id))
    : or(
        eq(payments.gatewayRef, text),
        eq(payments.chargeId, text),
        number === null ? undefined : hasReceipt(ctx, number),
      );
  const rows = await selectPayments(ctx).where(and(isPayment, isRequested)).limit(10);
  return rows.map((row) => deskPayment(row, currency));
}

type Query = ParsedInput<'GET /operator/disputes'>['query'];

/** Disputes in one state: open ones longest waiting first, because an answer is due; others newest first. */
export async function searchDisputes(ctx: OperatorCtx, query: Query) {
  const first = query.state === 'open' ? 'oldest' : 'newest';
  const order = first === 'newest' ? desc : asc;
  const isIn = eq(disputes.state, query.state);
  const place = { at: disputes.createdAt, id: disputes.id };
  const [found, [counted]] = await Promise.all([
    ctx.db
      .select({
        dispute: disputes,
        currency: payments.currency,
        transactionId: payments.transactionId,
        description: ledgerTransactions.description,
        payer: { id: payer.id, username: payer.username, name: payer.name },
      })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .innerJoin(payer, eq(payer.id, payments.accountId))
      .leftJoin(ledgerTransactions, eq(ledgerTransactions.id, payments.transactionId))
      .where(and(isIn, afterCursor(query, place, first)))
      .orderBy(order(place.at), order(place.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(disputes).where(isIn),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ dispute }) => encodeCursor(dispute));
  const data = rows.map(({ dispute, payer: by, ...row }): DeskDispute => ({
    ...row,
    _id: dispute.id,
    gatewayId: dispute.gatewayId,
    state: dispute.state,
    amount: dispute.amount,
    reason: dispute.reason,
    payer: personRef(by),
    createdAt: dispute.createdAt.toISOString(),
  }));
  return { data, total: counted?.total ?? 0, nextCursor };
}
