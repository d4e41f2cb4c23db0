import { useEffect } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { problemCode } from '#lib/problem.ts';
import { getStream } from '#services/talk/streams/streams.ts';
import { useRead } from '#state/query/hooks.ts';
import '#state/streams/live-counts.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectConnection } from '#state/live/connection.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { streamLeft, streamWatched } from '#state/streams/stream-watch-saga.ts';

const second = 1_000;

/** Polling interval in milliseconds; 0 for none. With a live connection it only guards against lost events. */
export function lookEvery(state: Stream['state'], hears: boolean): number {
  if (state === 'ended' || state === 'cancelled') return 0;
  if (hears) return 60 * second;
  return state === 'scheduled' ? 30 * second : 10 * second;
}

export interface FreshStreamProps {
  readonly stream: Stream;
  readonly onStream: (stream: Stream) => void;
  /** The stream isn't there anymore for this person. */
  readonly onGone: () => void;
}

/** Keeps the stream on the page up to date. Renders nothing. */
export function FreshStream({ stream: { _id, state, access }, onStream, onGone }: FreshStreamProps) {
  const dispatch = useAppDispatch();
  const loggedIn = useAppSelector(selectLoggedIn);
  const hears = useAppSelector(selectConnection) === 'connected';
  const { data, error } = useRead(
    getStream,
    { params: { id: _id } },
    { pollingInterval: lookEvery(state, hears) },
  );
  useEffect(() => {
    if (data) onStream(data);
  }, [data, onStream]);
  const gone = problemCode(error) === 'not_found';
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  const { allowed } = access;
  // Whoever gets access joins the room again, together with the chat: before, the server had refused them.
  useEffect(() => {
    if (!loggedIn) return undefined;
    dispatch(streamWatched(_id));
    return () => void dispatch(streamLeft(_id));
  }, [dispatch, loggedIn, _id, allowed]);
  return null;
}
