import type { Offer } from '#contract/promotions.ts';
import { useListOffersQuery } from '#state/api/promotions.ts';

/** A creator's best offer for a plan, or null; `again` reloads it after the server has rejected it. */
export function useOffer(performerId: string, plan: Offer['plan']) {
  const { data, refetch } = useListOffersQuery(performerId);
  return { offer: data?.data.find((each) => each.plan === plan) ?? null, again: () => void refetch() };
}
