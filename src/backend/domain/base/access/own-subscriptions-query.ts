import { sql } from 'drizzle-orm';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { live } from './facts-query.ts';

export interface FoundSubscription {
  performer_id: string;
  type: Subscription['type'];
  state: Subscription['state'];
  /** Amounts come as texts. */
  price: string;
  period_end: Date | string;
  next_type: Subscription['nextType'];
  next_price: string | null;
  next_attempt_at: Date | string | null;
  trial: boolean;
  paid: string | null;
}

interface Asked {
  readonly userId: string;
  readonly performerIds: readonly string[];
  readonly moment: Date;
}

/** An account's subscriptions to creators that give access now, with what was paid last. */
export const findOwnSubscriptions = (
  db: Db,
  { userId, performerIds, moment }: Asked,
): Promise<FoundSubscription[]> =>
  fetchRows(
    db.execute(sql`
    SELECT s.performer_id, s.type, s.state, s.price, s.period_end, s.next_type, s.next_price, s.next_attempt_at,
      EXISTS (SELECT 1 FROM promotions o WHERE o.id = s.promotion_id AND o.kind = 'trial') AS trial,
      CASE WHEN last.is_lowered THEN last.amount END AS paid
    FROM subscriptions s LEFT JOIN LATERAL (
      SELECT p.amount, p.discount > 0 OR EXISTS (SELECT 1 FROM promotion_uses u WHERE u.payment_id = p.id AND u.state = 'used') AS is_lowered
      FROM payments p WHERE p.subscription_id = s.id AND p.kind = 'subscription' AND p.state = 'succeeded'
      ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS last ON true
    WHERE s.user_id = ${userId} AND s.performer_id = ANY (${idList(performerIds)}::text::uuid[])
      AND ${live}${moment.toISOString()}::timestamptz`),
  );
