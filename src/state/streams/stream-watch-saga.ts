import { onEvery, send } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { connectionRestored } from '../live/connection.ts';
import { liveEventSent } from '../live/live-events.ts';
import { streamLeft, streamWatched } from './stream-watch.ts';

/** Joins the rooms of the streams on screen, and rejoins them after each reconnect. */
export function* streamWatchSaga(): Saga {
  const places = new Map<string, number>();
  const join = (streamId: string) => send(liveEventSent('stream/join', { streamId }));
  yield* onEvery(streamWatched, function* ({ payload: id }) {
    const before = places.get(id) ?? 0;
    places.set(id, before + 1);
    if (before === 0) yield* join(id);
  });
  yield* onEvery(streamLeft, function* ({ payload: id }) {
    const left = (places.get(id) ?? 0) - 1;
    if (left > 0) return void places.set(id, left);
    if (places.delete(id)) yield* send(liveEventSent('stream/leave', { streamId: id }));
  });
  yield* onEvery(connectionRestored, function* () {
    for (const id of places.keys()) yield* join(id);
  });
}
