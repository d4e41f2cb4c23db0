import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import { searchAuctions } from '#services/trade/auctions.ts';
import { useRouter } from 'next/router';
import { Auctions, listQuery, parseFilters } from './auctions.tsx';

interface AuctionsData {
  /** The filters that `first` was loaded with. */
  readonly address: string;
  readonly first: ReplyOf<'GET /autions/search'>;
}

export async function loadAuctions({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<AuctionsData> {
  const shown = parseFilters(query);
  return {
    address: `${shown.state}/${shown.q}`,
    first: await searchAuctions(api, { query: listQuery(shown) }),
  };
}

/** `/auctions`: current, upcoming and ended auctions. The filters are kept in the URL. */
export function AuctionsPage({ address, first }: Partial<AuctionsData>) {
  const shown = parseFilters(useRouter().query);
  return <Auctions shown={shown} sent={address === `${shown.state}/${shown.q}` ? first : undefined} />;
}
