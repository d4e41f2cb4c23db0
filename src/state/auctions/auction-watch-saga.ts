import { connectionRestored } from '../live/connection.ts';
import { onEvery, send } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { liveEventSent } from '../live/live-events.ts';
import { auctionLeft, auctionWatched } from './auction-watch.ts';

/** Joins the rooms of the auctions on screen, and rejoins them after each reconnect. */
export function* auctionWatchSaga(): Saga {
  const places = new Map<string, number>();
  const join = (auctionId: string) => send(liveEventSent('auction/join', { auctionId }));
  yield* onEvery(auctionWatched, function* ({ payload: id }) {
    const before = places.get(id) ?? 0;
    places.set(id, before + 1);
    if (before === 0) yield* join(id);
  });
  yield* onEvery(auctionLeft, function* ({ payload: id }) {
    const left = (places.get(id) ?? 0) - 1;
    if (left > 0) return void places.set(id, left);
    if (places.delete(id)) yield* send(liveEventSent('auction/leave', { auctionId: id }));
  });
  yield* onEvery(connectionRestored, function* () {
    for (const id of places.keys()) yield* join(id);
  });
}
