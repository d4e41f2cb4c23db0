import { and, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { greeting } from '#config/line-text.ts';
import { transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import { AppError } from '../../../kernel/errors.ts';
import { queueMail } from '../../base/site/mails.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { refuseOwn } from './proposals.ts';
import { refund } from '../../trade/payment-outcomes/refund.ts';

export interface ListedPayment {
  id: string;
  createdAt: Date;
  description: string;
  paidBy: string | null;
  earnedBy: string | null;
  isRefunded: boolean;
  /** What the payer paid: cents by card, or tokens from their wallet. */
  amount: number;
  unit: 'money' | 'token';
  currency: string;
}

/**
 * What the payer of a transaction paid. Card payments count what went through the gateway, others what left the
 * wallet; null when a coupon covered everything.
 */
export const paidAmount = sql<{ amount: number; unit: 'money' | 'token' } | null>`(
    SELECT jsonb_build_object('amount', abs(sum(p.amount)), 'unit', p.unit) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE p.transaction_id = ${ledgerTransactions.id} AND (a.kind = 'gateway' OR (a.kind IN ('wallet', 'wallet_held') AND p.amount < 0)) GROUP BY p.unit ORDER BY p.unit LIMIT 1)`;

/** Payments, newest first: all, or those one account paid or earned. */
export async function listPayments(
  ctx: OperatorCtx,
  filter: { of?: string; limit: number },
): Promise<ListedPayment[]> {
  const [payer, earner] = [alias(accounts, 'payer'), alias(accounts, 'earner')];
  const [person] = filter.of
    ? await ctx.db
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.username, filter.of.toLowerCase()))
    : [];
  if (filter.of && !person)
    throw new AppError(404, 'not_found', `There is no user with the username ${filter.of}.`);
  const theirs =
    person && or(eq(ledgerTransactions.actorId, person.id), eq(ledgerTransactions.performerId, person.id));
  const { currency } = await ctx.settings.all();
  const rows = await ctx.db
    .select({
      paid: paidAmount,
      id: ledgerTransactions.id,
      createdAt: ledgerTransactions.createdAt,
      description: ledgerTransactions.description,
      paidBy: payer.username,
      earnedBy: earner.username,
      isRefunded: sql<boolean>`EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = ${ledgerTransactions.id})`,
    })
    .from(ledgerTransactions)
    .leftJoin(payer, eq(payer.id, ledgerTransactions.actorId))
    .leftJoin(earner, eq(earner.id, ledgerTransactions.performerId))
    .where(and(sql`${ledgerTransactions.kind} IN ('charge', 'subscription', 'top_up', 'gift')`, theirs))
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(filter.limit);
  return rows.map(({ paid: cost, ...row }) => ({
    ...row,
    amount: Number(cost?.amount ?? 0),
    unit: cost?.unit ?? 'money',
    currency,
  }));
}

export interface Refunded {
  transactionId: string;
  refundId: string;
  description: string;
}

async function notifyFan(
  tx: OperatorCtx,
  accountId: string,
  { what, reason }: { what: string; reason: string },
): Promise<void> {
  const [fan] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!fan?.email) return;
  const { siteName } = await tx.settings.all();
  const text = [greeting(fan.name), `We refunded “${what}”.${reason ? ` ${reason}` : ''}`, siteName].join(
    '\n\n',
  );
  await queueMail(tx, { to: fan.email, subject: `Your refund from ${siteName}`, text });
}

/** Refunds a payment by its transaction id, and notifies the payer. */
export async function refundTransaction(ctx: OperatorCtx, id: string, reason: string): Promise<Refunded> {
  const unknown = new AppError(404, 'not_found', `There is no transaction ${id}.`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw unknown;
  return transaction(ctx, async (tx) => {
    const { original, posted } = await refund(tx, id, reason).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? unknown : error;
    });
    for (const party of [original.actorId, original.performerId]) if (party) refuseOwn(tx, party);
    await audit(tx, {
      action: 'payment.refunded',
      subject: id,
      facts: { refundId: posted.transactionId, reason, description: original.description },
    });
    // Card payers already got an email with their receipt.
    if (original.kind === 'charge' && original.actorId)
      await notifyFan(tx, original.actorId, { what: original.description, reason });
    return { transactionId: id, refundId: posted.transactionId, description: original.description };
  });
}
