import type { BodyOf } from '#services/http/call.ts';
import type { AppStore } from '../store.ts';

export interface BidIntent {
  readonly key: string;
  readonly body: BodyOf<'POST /aution-item'>;
}

/**
 * Places a bid; rejects with the problem. The queries that it changes come with the press, where the page
 * hasn't brought them yet.
 */
export async function placeBid(store: AppStore, intent: BidIntent): Promise<void> {
  const { auctionsApi } = await import('../api/auctions.ts');
  await store.dispatch(auctionsApi.endpoints.placeBid.initiate(intent, { track: false })).unwrap();
}
