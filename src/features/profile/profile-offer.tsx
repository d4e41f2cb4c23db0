import { useEffect, useState } from 'react';
import type { Offer } from '#contract/promotions.ts';
import { OfferLine } from '#components/subscriptions/offer-line.tsx';
import { listOffers } from '#services/promotions.ts';
import { useApi } from '#state/hooks.ts';

/**
 * The creator's best offer for a first period, monthly if there is one, else yearly. Renders nothing if
 * loading fails.
 */
export function ProfileOffer({ id }: { id: string }) {
  const api = useApi();
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    listOffers(api, id, asking.signal).then(
      ({ data }) => setOffer(data[0] ?? null),
      () => setOffer(null),
    );
    return () => asking.abort();
  }, [api, id]);
  return offer ? <OfferLine offer={offer} /> : null;
}
