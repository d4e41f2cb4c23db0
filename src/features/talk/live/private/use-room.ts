import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveState, Publication } from '#services/talk/live/live-types.ts';
import { problemMessage } from '#lib/problem.ts';
import { useAppDispatch, useAppStore } from '#state/hooks.ts';
import { liveEventSent } from '#state/live/live-events.ts';
import { type Capture, useCapture } from '../devices/use-capture.ts';
import { NoCamera, type RoomSession, openRoom } from './room-session.ts';

type Phase = 'idle' | 'starting' | 'joined' | 'failed';
const reportEveryMs = 3_000;

/** Tells the server what this page sends and receives, by which a stream without a relay is measured. */
function useReports(streamId: string, session: RoomSession | null, own: LiveState | null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!session) return undefined;
    const report = () => {
      const receives = session.watched
        .filter(({ watching }) => watching.isReceiving())
        .map(({ userId }) => userId);
      const isSending = session.publication !== null && own === 'live';
      dispatch(liveEventSent('stream/media', { streamId, isSending, receives }));
    };
    report();
    const timer = setInterval(report, reportEveryMs);
    return () => clearInterval(timer);
  }, [dispatch, streamId, session, own]);
}

interface States {
  readonly own: LiveState | null;
  readonly other: LiveState | null;
}
const noStates: States = { own: null, other: null };

/**
 * Sends what is switched on, and nothing else: a camera that is off would go on as black pictures, and whoever
 * pays by the second would pay for them.
 */
function useSwitchedMedia({ publication }: { publication: Publication | null }, capture: Capture): void {
  const { media, isOff } = capture;
  useEffect(() => {
    if (!publication || !media) return;
    for (const kind of ['audio', 'video'] as const) {
      const track = media.getTracks().find((each) => each.kind === kind) ?? null;
      void publication.replaceTrack(kind, isOff[kind] ? null : track).catch(() => {});
    }
  }, [publication, media, isOff]);
}

/** One person's part in a private stream: `join` begins it, leaving the page ends it. */
export function useRoom(streamId: string, videos: readonly (HTMLVideoElement | null)[]) {
  const { deps } = useAppStore();
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [states, setStates] = useState(noStates);
  const [session, setSession] = useState<RoomSession | null>(null);
  const current = useRef<RoomSession | null>(null);
  const turn = useRef(0);
  // What is exchanged is in `media`, from where it is sent.
  const capture = useCapture(() => {});
  useSwitchedMedia(session ?? { publication: null }, capture);
  const { stop: stopCamera } = capture;
  const drop = useCallback(() => {
    turn.current += 1;
    current.current?.stop();
    current.current = null;
    setSession(null);
    setStates(noStates);
  }, []);
  const leave = useCallback(() => {
    drop();
    stopCamera();
    setPhase('idle');
  }, [drop, stopCamera]);
  /** Without media one only watches and listens. */
  const join = async ({ withMedia = true } = {}) => {
    drop();
    const mine = turn.current;
    setPhase('starting');
    setProblem(null);
    try {
      const made = await openRoom({
        deps,
        streamId,
        videos: videos.filter((video) => video !== null),
        openCamera: withMedia ? capture.start : null,
        onState: (what, state) => turn.current === mine && setStates((old) => ({ ...old, [what]: state })),
      });
      if (turn.current !== mine) return made.stop();
      current.current = made;
      setSession(made);
      setPhase('joined');
    } catch (caught) {
      if (turn.current !== mine) return;
      setProblem(caught instanceof NoCamera ? null : problemMessage(caught));
      setPhase('failed');
    }
  };
  useEffect(() => drop, [drop]);
  useReports(streamId, session, states.own);
  return { phase, problem: problem ?? capture.problem, states, capture, join, leave };
}
export type Room = ReturnType<typeof useRoom>;
