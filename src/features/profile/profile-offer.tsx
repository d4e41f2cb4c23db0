import { useEffect, useState } from 'react';
import type { Offer } from '#contract/promotions.ts';
import { OfferLine } from '#components/subscriptions/offer-line.tsx';
import { listOffers } from '#services/promotions.ts';
import { useApi } from '#state/hooks.ts';

/**
 * The creator's best offer for a first period: of the month where there is one, else of the year. Nothing
 * where it can't be asked for.
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
