import { type SQL, sql } from 'drizzle-orm';
import type { Tokens } from '#lib/units.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { withParts } from './ledger.ts';

/** How many tokens the payer of a charge can still get back, after partial refunds; 0 once it is reversed. */
export const refundableSum = (transactionId: SQL): SQL<string> => sql<string>`(
  SELECT CASE WHEN EXISTS (SELECT 1 FROM ledger_transactions undone WHERE undone.reverses_id = ${transactionId}) THEN 0 ELSE coalesce(-sum(p.amount), 0) END
  FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('wallet', 'wallet_held')
  WHERE p.transaction_id = ANY (${withParts(transactionId)}))`;

/** How many tokens of a charge can still be refunded. Exact as long as the caller has its subject locked. */
export async function refundableTokens(db: Db, transactionId: string): Promise<Tokens> {
  const [row] = await fetchRows<{ tokens: string }>(
    db.execute(sql`SELECT ${refundableSum(sql`${transactionId}::uuid`)} AS tokens`),
  );
  return Number(row?.tokens ?? 0);
}
