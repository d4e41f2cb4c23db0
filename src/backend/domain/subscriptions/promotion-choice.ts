import type { Cents } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import type { OfferPlan } from '#contract/promotions.ts';
import type { PaidType } from '../../kernel/subscription-dates.ts';

/** The minimum card charge in cents; gateways refuse less. */
const leastCharge = 50;

/** The discounted price of the first period, rounded half up. */
export const discounted = (price: Cents, percent: number): Cents =>
  Math.min(price, Math.max(leastCharge, Math.floor((price * (100 - percent) + 50) / 100)));

export interface FanOffer {
  readonly id: string;
  readonly plan: OfferPlan;
  readonly percent: number;
  /** The first period's price in cents, with and without the offer. */
  readonly price: Cents;
  readonly fullPrice: Cents;
  /** Null: unlimited. */
  readonly left: number | null;
  readonly endsAt: Date | null;
  readonly message: string;
}

interface Found {
  id: string;
  plan: OfferPlan | null;
  percent: number;
  left: number | null;
  ends_at: Date | string | null;
  message: string;
  monthly: number | null;
  yearly: number | null;
}

/**
 * SQL condition: the fan has paid for a subscription to the creator before. Free ones (such as a trial) don't
 * count.
 */
const hadPaid = (performerId: SQL, userId: string | null) => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId}::uuid AND s.type NOT IN ('free', 'gift') AND s.state <> 'incomplete')`;

/**
 * SQL condition: the fan has a paid subscription that continues or that a payment would revive, so there is
 * no first period to buy.
 */
const paysNow = (performerId: SQL, userId: string | null, moment: SQL) => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId}::uuid AND s.type NOT IN ('free', 'gift')
    AND (s.state IN ('active', 'past_due') OR (s.state = 'cancelled' AND s.period_end > ${moment})))`;

/**
 * The current offers a fan (null: a visitor) can still use, best first; of equal ones, the older. A place
 * reserved by the fan's own payment counts as available, because starting over releases it first.
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

function offerFor(found: readonly Found[], plan: OfferPlan): FanOffer | null {
  const best = found.find((each) => each.plan === null || each.plan === plan);
  if (!best) return null;
  const fullPrice = best[plan];
  if (fullPrice === null) return null;
  const price = discounted(fullPrice, best.percent);
  // A price at the minimum can't be discounted.
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

/** The best offer for each plan, for one fan or any visitor (null). */
export async function fanOffers(
  ctx: Ctx,
  whom: { performerId: string; userId: string | null },
): Promise<FanOffer[]> {
  const found = await openOffers(ctx, whom);
  return (['monthly', 'yearly'] as const).flatMap((plan) => offerFor(found, plan) ?? []);
}

/**
 * The price of a fan's first paid period with their best offer, or null if there is none. Reserve it before
 * charging.
 */
export async function bestPromotion(
  tx: Ctx,
  { type, ...whom }: { performerId: string; userId: string; type: PaidType },
): Promise<{ id: string; price: Cents } | null> {
  // A bundle is a discount already, and the two don't add up.
  if (type !== 'monthly' && type !== 'yearly') return null;
  const offer = offerFor(await openOffers(tx, whom), type);
  return offer && { id: offer.id, price: offer.price };
}
