import { leastCharge } from '#config/currencies.ts';
import { firstPrice } from '#lib/plans/first-price.ts';
import type { Cents } from '#lib/units.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { OfferPlan } from '#contract/trade/promotions.ts';
import type { PaidType } from '../../../kernel/subscription-dates.ts';
import { type OpenOffer, selectOffers } from './promotions-query.ts';

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

/** The current offers a fan (null: a visitor) can still use, best first; of equal ones, the older. */
const openOffers = (ctx: Ctx, whom: { performerId: string; userId: string | null }): Promise<OpenOffer[]> =>
  selectOffers(ctx.db, { ...whom, time: now(ctx).toISOString() });

function offerFor(
  found: readonly OpenOffer[],
  { plan, currency }: { plan: OfferPlan; currency: string },
): FanOffer | null {
  const best = found.find((each) => each.plan === null || each.plan === plan);
  if (!best) return null;
  const fullPrice = best[plan];
  if (fullPrice === null) return null;
  const price = firstPrice(fullPrice, best.percent, leastCharge(currency));
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
  const { currency } = await ctx.settings.all();
  return (['monthly', 'yearly'] as const).flatMap((plan) => offerFor(found, { plan, currency }) ?? []);
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
  const { currency } = await tx.settings.all();
  const offer = offerFor(await openOffers(tx, whom), { plan: type, currency });
  return offer && { id: offer.id, price: offer.price };
}
