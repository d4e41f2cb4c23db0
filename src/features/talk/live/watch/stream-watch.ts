import { useEffect } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { usePolling } from '#state/query/use-live.ts';
import '#state/streams/live-counts.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectConnection } from '#state/live/connection.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { streamLeft, streamWatched } from '#state/streams/stream-watch.ts';

const second = 1_000;

/** Polling interval in milliseconds; 0 for none. With a live connection it only guards against lost events. */
export function lookEvery(state: Stream['state'], hears: boolean): number {
  if (state === 'ended' || state === 'cancelled') return 0;
  if (hears) return 60 * second;
  return state === 'scheduled' ? 30 * second : 10 * second;
}

export interface StreamWatchProps {
  readonly stream: Stream;
  readonly refetch: () => unknown;
}

/** Receives the events of the stream on the page, and asks again in case one was lost. Renders nothing. */
export function StreamWatch({ stream: { _id, state, access }, refetch }: StreamWatchProps) {
  const dispatch = useAppDispatch();
  const loggedIn = useAppSelector(selectLoggedIn);
  const hears = useAppSelector(selectConnection) === 'connected';
  usePolling(refetch, lookEvery(state, hears));
  const { allowed } = access;
  // Whoever gets access joins the room again, together with the chat: before, the server had refused them.
  useEffect(() => {
    if (!loggedIn) return undefined;
    dispatch(streamWatched(_id));
    return () => void dispatch(streamLeft(_id));
  }, [dispatch, loggedIn, _id, allowed]);
  return null;
}
