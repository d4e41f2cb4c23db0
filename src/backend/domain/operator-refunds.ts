import { and, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { transaction } from '../context.ts';
import { accounts, ledgerTransactions } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import { queueMail } from './mails.ts';
import { type OperatorCtx, audit } from './operator-audit.ts';
import { refund } from './payments-refund.ts';

export interface ListedPayment {
  id: string;
  createdAt: Date;
  description: string;
  paidBy: string | null;
  earnedBy: string | null;
  isRefunded: boolean;
}

/** Payments, newest first: all, or what one account paid or earned. */
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
    throw new AppError(404, 'not_found', `There is nobody with the username ${filter.of}.`);
  const theirs =
    person && or(eq(ledgerTransactions.actorId, person.id), eq(ledgerTransactions.performerId, person.id));
  return ctx.db
    .select({
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
    .where(and(sql`${ledgerTransactions.kind} IN ('charge', 'subscription', 'top_up')`, theirs))
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(filter.limit);
}

export interface Refunded {
  transactionId: string;
  refundId: string;
  description: string;
}

async function tellFan(
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
  const text = [`Hello ${fan.name},`, `we refunded “${what}”.${reason ? ` ${reason}` : ''}`, siteName].join(
    '\n\n',
  );
  await queueMail(tx, { to: fan.email, subject: `Your refund from ${siteName}`, text });
}

/** Undoes a payment, by its transaction id, and writes to who had paid. */
export async function refundTransaction(ctx: OperatorCtx, id: string, reason: string): Promise<Refunded> {
  const unknown = new AppError(404, 'not_found', `There is no transaction ${id}.`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw unknown;
  return transaction(ctx, async (tx) => {
    const { original, posted } = await refund(tx, id, reason).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? unknown : error;
    });
    await audit(tx, {
      action: 'payment.refunded',
      subject: id,
      facts: { refundId: posted.transactionId, reason, description: original.description },
    });
    // Who paid by card has got the mail with their receipt.
    if (original.kind === 'charge' && original.actorId)
      await tellFan(tx, original.actorId, { what: original.description, reason });
    return { transactionId: id, refundId: posted.transactionId, description: original.description };
  });
}
