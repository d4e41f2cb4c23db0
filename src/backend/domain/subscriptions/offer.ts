import { eq } from 'drizzle-orm';
import type { UserCtx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { gatherFacts, isOpenTo } from '../access/access.ts';

/** What a creator asks today. */
export interface Offer {
  readonly performerId: string;
  readonly name: string;
  /** Null where the creator has chosen none. */
  readonly prices: { readonly monthly: number | null; readonly yearly: number | null };
  readonly isFree: boolean;
  readonly freeDays: number;
}

/** A creator's terms; one who isn't open to the viewer doesn't exist. */
export async function offerOf(tx: UserCtx, performerId: string): Promise<Offer> {
  if (performerId === tx.viewer.id) throw invalid('performerId', 'You can’t subscribe to yourself.');
  const facts = await gatherFacts(tx, { ownerIds: [performerId] });
  const [row] = await tx.db
    .select({
      name: accounts.name,
      monthly: performers.monthlyPrice,
      yearly: performers.yearlyPrice,
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
    prices: { monthly: row.monthly, yearly: row.yearly },
    isFree: row.isFree && settings.freeSubscriptionEnabled,
    // The site's figure is the least that a free subscription lasts; a creator may give more.
    freeDays: Math.max(row.freeDays, settings.freeSubscriptionDuration),
  };
}

/** What a plan costs today. @throws AppError 409 where its creator has set no price for it yet. */
export function priceOf(
  { name, prices }: Pick<Offer, 'name' | 'prices'>,
  type: 'monthly' | 'yearly',
): number {
  const price = prices[type];
  if (price === null) throw conflict(`${name} doesn’t offer a ${type} subscription yet.`);
  return price;
}
