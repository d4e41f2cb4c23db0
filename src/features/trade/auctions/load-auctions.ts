import type { Auction } from '#contract/trade/auctions.ts';
import type { Api } from '#services/http/api.ts';
import { type AuctionFilter, searchAuctions } from '#services/trade/auctions.ts';

/** The filters of the list, kept in the URL. */
export interface Shown {
  readonly state: 'live' | 'scheduled' | 'ended';
  readonly q: string;
}
export const stateLabels: Readonly<Record<Shown['state'], string>> = {
  live: 'Live now',
  scheduled: 'Starting soon',
  ended: 'Ended',
};

export function shownOf(address: Readonly<Record<string, string | string[] | undefined>>): Shown {
  const { state, q } = address;
  return {
    state: state === 'scheduled' || state === 'ended' ? state : 'live',
    q: typeof q === 'string' ? q.trim().slice(0, 100) : '',
  };
}

/** Auctions that end or start soonest come first; among ended ones, the newest. */
export const listQuery = ({ state, q }: Shown): AuctionFilter => ({
  state,
  sort: state === 'ended' ? 'newest' : 'ending',
  limit: 24,
  ...(q && { q }),
});

export interface AuctionsData {
  /** The filters that `first` was loaded with. */
  readonly address: string;
  readonly first: {
    readonly data: readonly Auction[];
    readonly total: number;
    readonly nextCursor?: string | null | undefined;
  };
}

export async function loadAuctions({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<AuctionsData> {
  const shown = shownOf(query);
  return {
    address: `${shown.state}/${shown.q}`,
    first: await searchAuctions(api, { query: listQuery(shown) }),
  };
}
