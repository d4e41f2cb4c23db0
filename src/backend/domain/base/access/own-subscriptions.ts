import type { Cents } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import type { OwnSubscription, Subscription } from '#contract/trade/subscriptions.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { live } from './facts-query.ts';

/** Whether a subscription is charged again at the end of its period. */
export const renews = ({ type, state }: Pick<Subscription, 'type' | 'state'>): boolean =>
  isPaid(type) && (state === 'active' || state === 'past_due');

interface Found {
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

const toCents = (amount: string | null): Cents | null => (amount === null ? null : Number(amount));

const toOwnSubscription = (row: Found): OwnSubscription => ({
  type: row.type,
  state: row.state,
  price: Number(row.price),
  periodEnd: new Date(row.period_end).toISOString(),
  renews: renews(row),
  nextType: row.next_type,
  nextPrice: toCents(row.next_price),
  retryAt: row.next_attempt_at === null ? null : new Date(row.next_attempt_at).toISOString(),
  isTrial: row.type === 'free' && row.trial,
  paid: isPaid(row.type) ? toCents(row.paid) : null,
});

/** The viewer's subscriptions to these creators that give access now, by creator. */
export async function ownSubscriptions(
  ctx: Ctx,
  performerIds: readonly string[],
): Promise<Map<string, OwnSubscription>> {
  if (!ctx.viewer || performerIds.length === 0) return new Map();
  const rows = await fetchRows<Found>(
    ctx.db.execute(sql`
    SELECT s.performer_id, s.type, s.state, s.price, s.period_end, s.next_type, s.next_price, s.next_attempt_at,
      EXISTS (SELECT 1 FROM promotions o WHERE o.id = s.promotion_id AND o.kind = 'trial') AS trial,
      CASE WHEN last.is_lowered THEN last.amount END AS paid
    FROM subscriptions s LEFT JOIN LATERAL (
      SELECT p.amount, p.discount > 0 OR EXISTS (SELECT 1 FROM promotion_uses u WHERE u.payment_id = p.id AND u.state = 'used') AS is_lowered
      FROM payments p WHERE p.subscription_id = s.id AND p.kind = 'subscription' AND p.state = 'succeeded'
      ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS last ON true
    WHERE s.user_id = ${ctx.viewer.id} AND s.performer_id = ANY (${idList(performerIds)}::text::uuid[])
      AND ${live}${now(ctx).toISOString()}::timestamptz`),
  );
  return new Map(rows.map((row) => [row.performer_id, toOwnSubscription(row)]));
}
