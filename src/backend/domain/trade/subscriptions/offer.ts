import { eq } from 'drizzle-orm';
import { type PaidType, calculatePlanPrices } from '#lib/plans/bundles.ts';
import { planAdjectives } from '#lib/plans/words.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';

/** In cents; null: not offered. */
export type PlanPrices = Readonly<Record<PaidType, number | null>>;

/** The columns a creator's prices are calculated from. */
export const priceColumns = {
  monthly: performers.monthlyPrice,
  yearly: performers.yearlyPrice,
  quarterlyPercent: performers.quarterlyPercent,
  semiannualPercent: performers.semiannualPercent,
};

export interface Offer {
  readonly performerId: string;
  readonly name: string;
  /** Null when the creator has set no price. */
  readonly prices: PlanPrices;
  readonly isFree: boolean;
  readonly freeDays: number;
}

/**
 * A creator's current terms.
 * @throws AppError 404 when the viewer can't see the creator, 422 for the viewer's own id.
 */
export async function loadOffer(tx: UserCtx, performerId: string): Promise<Offer> {
  if (performerId === tx.viewer.id) throw invalid('performerId', 'You can’t subscribe to yourself.');
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  const [row] = await tx.db
    .select({
      name: accounts.name,
      ...priceColumns,
      isFree: performers.isFreeSubscription,
      freeDays: performers.freeDays,
    })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(performers.accountId, performerId));
  if (!row || !isOpenTo(facts, performerId)) throw notFound();
  const settings = await tx.settings.all();
  return {
    performerId,
    name: row.name,
    prices: calculatePlanPrices(row),
    isFree: row.isFree && settings.freeSubscriptionEnabled,
    // The site's setting is a minimum; a creator may offer more days.
    freeDays: Math.max(row.freeDays, settings.freeSubscriptionDuration),
  };
}

/**
 * A plan's current price in cents.
 * @throws AppError 409 when the creator has set none.
 */
export function requirePrice({ name, prices }: Pick<Offer, 'name' | 'prices'>, type: PaidType): number {
  const price = prices[type];
  if (price === null)
    throw conflict(
      `${name} doesn’t offer a ${planAdjectives[type]} subscription${type === 'monthly' || type === 'yearly' ? ' yet' : ''}.`,
    );
  return price;
}
