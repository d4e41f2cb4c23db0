import type { Cents } from '#lib/units.ts';
import type { AgreedPrices } from './agreed-prices.ts';
import type { FactRow } from './facts-query.ts';

/** What an approved creator charges, as far as access depends on it. */
export interface Offer {
  /** In cents; null when the creator set no price, so there is no plan to buy. */
  readonly monthlyPrice: Cents | null;
  /** What the viewer pays instead, to continue a subscription whose renewal wasn't paid. */
  readonly agreed?: AgreedPrices | undefined;
  readonly isFreeSubscription: boolean;
  /** Percent that the viewer's best offer takes off a first month; absent without one. */
  readonly percent?: number | undefined;
}
/** Followed by the plan. */
const agreedFact = 'agreed:';
/** Whether a fact says what the viewer pays for a plan. */
export const isAgreement = (fact: string): boolean => fact.startsWith(agreedFact);

/** What creators charge this viewer. */
export function offersIn(rows: readonly FactRow[], freeAllowed: boolean): Map<string, Offer> {
  const of = (kind: string) => rows.filter(({ fact }) => fact === kind);
  const percents = new Map(of('discount').map(({ id, price }) => [id, Number(price)]));
  const agreed = new Map<string, AgreedPrices>();
  for (const { fact, id, price } of rows)
    if (isAgreement(fact))
      agreed.set(id, { ...agreed.get(id), [fact.slice(agreedFact.length)]: Number(price) });
  return new Map(
    of('offer').map(({ id, price, free }) => [
      id,
      {
        monthlyPrice: price === null ? null : Number(price),
        agreed: agreed.get(id),
        isFreeSubscription: freeAllowed && free === true,
        percent: percents.get(id),
      },
    ]),
  );
}
