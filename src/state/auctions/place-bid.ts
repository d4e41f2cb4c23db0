import type { BodyOf } from '#services/http/call.ts';
import type { AppStore } from '../store.ts';

export interface BidIntent {
  readonly key: string;
  readonly body: BodyOf<'POST /aution-item'>;
}

/**
 * Places a bid. The queries it affects load on demand if the page hasn't loaded them yet.
 * @throws The problem that the server replied with.
 */
export async function placeBid(store: AppStore, intent: BidIntent): Promise<void> {
  const { auctionsApi } = await import('../api/auctions.ts');
  await store.dispatch(auctionsApi.endpoints.placeBid.initiate(intent, { track: false })).unwrap();
}
