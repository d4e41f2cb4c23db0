import { useEffect } from 'react';
import type { Offer } from '#contract/trade/promotions.ts';
import { OfferLine } from '#components/trade/subscriptions/offer-line.tsx';
import { listOffers } from '#services/trade/promotions.ts';
import { useApi } from '#state/hooks.ts';

export interface ProfileOfferProps {
  /** The creator's. */
  readonly id: string;
  readonly offers: readonly Offer[];
  readonly onOffers: (offers: readonly Offer[]) => void;
}

/**
 * The creator's best offer for a first period, monthly if there is one, else yearly. Renders nothing if
 * loading fails.
 */
export function ProfileOffer({ id, offers, onOffers }: ProfileOfferProps) {
  const api = useApi();
  useEffect(() => {
    const asking = new AbortController();
    listOffers(api, { params: { id }, signal: asking.signal }).then(
      ({ data }) => onOffers(data),
      () => onOffers([]),
    );
    return () => asking.abort();
  }, [api, id, onOffers]);
  const [best] = offers;
  return best ? <OfferLine offer={best} /> : null;
}
