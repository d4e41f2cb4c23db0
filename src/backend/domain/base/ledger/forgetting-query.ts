import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

/**
 * Takes the words out of the ledger's rows that name a deleted account: its name, and what its items were called.
 * Amounts, times and accounts stay as they are; the database lets nothing else of a row change.
 */
export async function forgetWords(db: Db, accountId: string): Promise<void> {
  const account = sql`${accountId}::uuid`;
  await db.execute(sql`SELECT set_config('limelight.erases', 'yes', true)`);
  await db.execute(sql`
    UPDATE ledger_transactions SET description = 'Payment to a deleted account'
    WHERE performer_id = ${account} AND kind IN ('charge', 'subscription')`);
  await db.execute(sql`
    UPDATE ledger_transactions SET description = 'Returned by a deleted account'
    WHERE performer_id = ${account} AND kind IN ('refund', 'dispute', 'release', 'hold')`);
  // What the account itself was shown, and what its holds and their return were called.
  await db.execute(sql`
    UPDATE ledger_transactions SET description = 'Of a deleted account'
    WHERE (performer_id = ${account} OR (actor_id = ${account} AND performer_id IS NULL))
      AND kind NOT IN ('charge', 'subscription', 'refund', 'dispute', 'release', 'hold')`);
  await db.execute(sql`
    UPDATE ledger_transactions t SET description = 'Referral: a deleted account'
    FROM referral_credits c JOIN referrals r ON r.id = c.referral_id
    WHERE c.transaction_id = t.id AND r.referred_id = ${account}`);
  await db.execute(sql`SELECT set_config('limelight.erases', '', true)`);
}
