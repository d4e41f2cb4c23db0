import type { Cents } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import type { PaidType } from '../../kernel/subscription-dates.ts';

/** No card is charged less than this, cents: gateways refuse it. */
const leastCharge = 50;

/** The first period's price with an offer, half a cent rounded up. */
export const discounted = (price: Cents, percent: number): Cents =>
  Math.min(price, Math.max(leastCharge, Math.floor((price * (100 - percent) + 50) / 100)));

/** An offer as it comes to one fan and one plan. */
export interface FanOffer {
  readonly id: string;
  readonly plan: PaidType;
  readonly percent: number;
  /** Cents of the first period, with and without it. */
  readonly price: Cents;
  readonly fullPrice: Cents;
  /** Null: no limit. */
  readonly left: number | null;
  readonly endsAt: Date | null;
  readonly message: string;
}

interface Found {
  id: string;
  plan: PaidType | null;
  percent: number;
  left: number | null;
  ends_at: Date | string | null;
  message: string;
  monthly: number | null;
  yearly: number | null;
}

/**
 * A subscription that was paid for once, whatever became of it. What is free (a trial, say) leaves a fan new.
 */
const hadPaid = (performerId: SQL, userId: string | null) => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId}::uuid AND s.type <> 'free' AND s.state <> 'incomplete')`;

/** A paid one that goes on, or that a payment revives: no first period is left to buy. */
const paysNow = (performerId: SQL, userId: string | null, moment: SQL) => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId}::uuid AND s.type <> 'free'
    AND (s.state IN ('active', 'past_due') OR (s.state = 'cancelled' AND s.period_end > ${moment})))`;

/**
 * The running offers that a fan (null: a visitor) may still take, the best first; of two as good, the older.
 * The place that their own payment holds while their bank asks is theirs to take: starting over gives it back
 * first.
 */
async function openOffers(
  ctx: Ctx,
  { performerId, userId }: { performerId: string; userId: string | null },
): Promise<Found[]> {
  const moment = sql`${now(ctx).toISOString()}::timestamptz`;
  return rowsOf<Found>(
    ctx.db.execute(sql`
    SELECT o.id, o.plan, o.percent, o.max_uses - o.uses + mine.reserved AS left, o.ends_at, o.message, p.monthly_price AS monthly, p.yearly_price AS yearly
    FROM promotions o JOIN performers p ON p.account_id = o.performer_id CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE u.state = 'reserved')::int AS reserved, count(*) FILTER (WHERE u.state = 'used') AS used
      FROM promotion_uses u WHERE u.promotion_id = o.id AND u.account_id = ${userId}::uuid AND u.state <> 'released') AS mine
    WHERE o.performer_id = ${performerId} AND o.kind = 'percent' AND o.ended_at IS NULL AND o.starts_at <= ${moment}
      AND (o.ends_at IS NULL OR o.ends_at > ${moment}) AND (o.max_uses IS NULL OR o.uses - mine.reserved < o.max_uses)
      AND (o.audience = 'all' OR (o.audience = 'returning') = ${hadPaid(sql`o.performer_id`, userId)})
      AND NOT ${paysNow(sql`o.performer_id`, userId, moment)}
      AND mine.used = 0
    ORDER BY o.percent DESC, o.created_at, o.id`),
  );
}

function offerFor(found: readonly Found[], plan: PaidType): FanOffer | null {
  const best = found.find((each) => each.plan === null || each.plan === plan);
  if (!best) return null;
  const fullPrice = best[plan];
  if (fullPrice === null) return null;
  const price = discounted(fullPrice, best.percent);
  // A price at the bottom can't be cheaper.
  if (price >= fullPrice) return null;
  const { id, percent, left, message } = best;
  return {
    id,
    plan,
    percent,
    price,
    fullPrice,
    left,
    message,
    endsAt: best.ends_at === null ? null : new Date(best.ends_at),
  };
}

/** The best offer for each plan, for one fan or (null) any visitor. */
export async function fanOffers(
  ctx: Ctx,
  whom: { performerId: string; userId: string | null },
): Promise<FanOffer[]> {
  const found = await openOffers(ctx, whom);
  return (['monthly', 'yearly'] as const).flatMap((plan) => offerFor(found, plan) ?? []);
}

/**
 * What a fan's first paid period costs with the best offer there is for them; null where there is none.
 * Reserve it before anything is charged.
 */
export async function bestPromotion(
  tx: Ctx,
  { type, ...whom }: { performerId: string; userId: string; type: PaidType },
): Promise<{ id: string; price: Cents } | null> {
  const offer = offerFor(await openOffers(tx, whom), type);
  return offer && { id: offer.id, price: offer.price };
}
