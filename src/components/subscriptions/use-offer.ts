import type { Offer } from '#contract/promotions.ts';
import { useListOffersQuery } from '#state/api/promotions.ts';

/**
 * The best offer of a creator for one plan, as far as it is known; `again` asks anew, after the server has
 * refused it.
 */
export function useOffer(performerId: string, plan: Offer['plan']) {
  const { data, refetch } = useListOffersQuery(performerId);
  return { offer: data?.data.find((each) => each.plan === plan) ?? null, again: () => void refetch() };
}
