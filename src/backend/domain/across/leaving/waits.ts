import { sql } from 'drizzle-orm';
import type { accountDeletions } from '../../../db/schema/accounts.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';

export type Wait = NonNullable<(typeof accountDeletions.$inferSelect)['heldBy']>;

/** What its owner is told, before and when it puts the deletion off. */
export const waitTexts: Readonly<Record<Wait, string>> = {
  case: 'A report or an appeal that concerns you hasn’t been decided.',
  dispute: 'A bank hasn’t decided about a payment of yours that was disputed.',
  money: 'A payment or payout of yours isn’t finished.',
  order: 'An order of yours isn’t finished.',
};

/** What puts off the deletion of an account for as long as it goes on: others need it to come to its end. */
export async function loadWaits(ctx: Ctx, accountId: string): Promise<Wait[]> {
  const me = sql`${accountId}::uuid`;
  const rows = await fetchRows<{ wait: Wait }>(
    ctx.db.execute(sql`
    SELECT 'case' AS wait WHERE EXISTS (SELECT 1 FROM moderation_cases WHERE account_id = ${me} AND state = 'open')
      OR EXISTS (SELECT 1 FROM moderation_decisions WHERE account_id = ${me} AND state = 'proposed')
      OR EXISTS (SELECT 1 FROM moderation_appeals WHERE account_id = ${me} AND state = 'pending')
    UNION ALL SELECT 'dispute' WHERE EXISTS (
      SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.account_id = ${me} AND d.state = 'open')
    UNION ALL SELECT 'money' WHERE EXISTS (SELECT 1 FROM payments WHERE account_id = ${me} AND state = 'pending')
      OR EXISTS (SELECT 1 FROM payout_requests WHERE performer_id = ${me} AND state IN ('pending', 'approved', 'processing'))
      OR EXISTS (SELECT 1 FROM ledger_accounts WHERE owner_id = ${me} AND kind IN ('wallet_held', 'payout') AND balance <> 0)
    UNION ALL SELECT 'order' WHERE EXISTS (
      SELECT 1 FROM orders WHERE ${me} IN (buyer_id, seller_id) AND (state IN ('paid', 'accepted', 'shipped') OR problem_state <> 'closed'))
      OR EXISTS (SELECT 1 FROM auctions WHERE state IN ('live', 'ended') AND bid_count > 0 AND ${me} IN (performer_id, leader_id))`),
  );
  return rows.map(({ wait }) => wait);
}
