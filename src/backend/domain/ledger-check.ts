import { eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '../db/schema.ts';

export interface Finding { readonly rule: 'I1' | 'I2'; readonly detail: string }

/** Recomputes I1 and I2 from the postings alone; empty when everything adds up. */
export async function checkLedger(ctx: Ctx): Promise<Finding[]> {
  const total = sql<string>`sum(${ledgerPostings.amount})`;
  const uneven = await ctx.db
    .select({ id: ledgerPostings.transactionId, unit: ledgerPostings.unit, total })
    .from(ledgerPostings)
    .groupBy(ledgerPostings.transactionId, ledgerPostings.unit)
    .having(sql`sum(${ledgerPostings.amount}) <> 0`)
    .limit(20);
  const wrong = await ctx.db
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, balance: ledgerAccounts.balance, total: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
    .from(ledgerAccounts)
    .leftJoin(ledgerPostings, eq(ledgerPostings.accountId, ledgerAccounts.id))
    .where(sql`${ledgerAccounts.balance} IS NOT NULL`)
    .groupBy(ledgerAccounts.id)
    .having(sql`coalesce(sum(${ledgerPostings.amount}), 0) <> ${ledgerAccounts.balance}`)
    .limit(20);
  const empty = await ctx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .leftJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
    .where(isNull(ledgerPostings.seq))
    .limit(20);
  return [
    ...uneven.map((row): Finding => ({ rule: 'I1', detail: `transaction ${row.id} sums to ${row.total} ${row.unit}` })),
    ...empty.map((row): Finding => ({ rule: 'I1', detail: `transaction ${row.id} has no postings` })),
    ...wrong.map((row): Finding => ({ rule: 'I2', detail: `${row.kind} ${row.id} says ${row.balance}, its postings ${row.total}` })),
  ];
}
