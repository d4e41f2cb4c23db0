import type { Input } from '#services/http/endpoints.ts';
import { placeBid } from '#services/trade/auctions.ts';
import type { AppStore } from '../store.ts';

/**
 * Sends a bid. The queries it affects load on demand if the page hasn't loaded them yet.
 * @throws The problem that the server replied with.
 */
export async function sendBid(store: AppStore, bid: Input<'POST /aution-item'>): Promise<void> {
  const [{ sendWrite }] = await Promise.all([import('../query/ask.ts'), import('./live-bids.ts')]);
  await sendWrite(store, placeBid, bid).unwrap();
}
