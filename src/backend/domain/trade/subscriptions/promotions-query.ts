import { sql } from 'drizzle-orm';
import type { OfferPlan } from '#contract/trade/promotions.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { usableOffers } from '../../base/access/usable-offers.ts';

export interface OpenOffer {
  id: string;
  plan: OfferPlan | null;
  percent: number;
  left: number | null;
  ends_at: Date | string | null;
  message: string;
  monthly: number | null;
  yearly: number | null;
}

/** The offers of a creator that a fan can use at a time, best first; of equal ones, the older. */
export function selectOffers(
  db: Db,
  { performerId, userId, time }: { performerId: string; userId: string | null; time: string },
): Promise<OpenOffer[]> {
  const whom = {
    performerId: sql`${performerId}::uuid`,
    userId: sql`${userId}::uuid`,
    moment: sql`${time}::timestamptz`,
  };
  return fetchRows(
    db.execute(sql`
    SELECT found.*, p.monthly_price AS monthly, p.yearly_price AS yearly
    FROM (SELECT o.id, o.performer_id, o.plan, o.percent, o.max_uses - o.uses + mine.reserved AS left, o.ends_at, o.message, o.created_at FROM ${usableOffers(whom)}) AS found
    JOIN performers p ON p.account_id = found.performer_id
    ORDER BY found.percent DESC, found.created_at, found.id`),
  );
}

interface Brought {
  readonly id: string;
  readonly subscribers: number;
  readonly earned: string;
}

/** The subscribers that offers brought, and what these paid since. */
export const selectBrought = (db: Db, ids: readonly string[], time: string): Promise<Brought[]> =>
  fetchRows(
    db.execute(sql`
    SELECT o.id, count(*) FILTER (WHERE taken.subscribes)::int AS subscribers, coalesce(sum(taken.earned), 0) AS earned
    FROM promotions o JOIN LATERAL (
      SELECT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.account_id AND s.performer_id = o.performer_id
          AND s.state IN ('active', 'past_due', 'cancelled') AND s.period_end > ${time}::timestamptz) AS subscribes,
        (SELECT sum(p.amount) FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.account_id
          WHERE t.actor_id = u.account_id AND t.performer_id = o.performer_id AND t.subject = 'subscription' AND t.created_at >= u.created_at
            AND a.kind = 'earnings' AND a.owner_id = o.performer_id) AS earned
      FROM promotion_uses u WHERE u.promotion_id = o.id AND u.state = 'used') AS taken ON true
    WHERE o.id = ANY (${idList(ids)}::uuid[]) GROUP BY o.id`),
  );
