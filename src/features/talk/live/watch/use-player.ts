import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveState, WatchHealth, Watching } from '#services/talk/live/live-types.ts';
import { problemMessage } from '#lib/problem.ts';
import { joinStream, renewGrant } from '#services/talk/streams/streams.ts';
import type { SagaDeps } from '#state/deps.ts';
import { useAppStore } from '#state/hooks.ts';

export type PlayerState = LiveState | 'idle' | 'failed';
const healthEveryMs = 2_000;

interface PlayerOptions {
  readonly deps: Pick<SagaDeps, 'api' | 'liveClient'>;
  readonly streamId: string;
  readonly video: HTMLVideoElement;
}

/** Joins the stream and plays it in `video`. The code that plays is loaded here, with the press. */
async function play(
  { deps: { api, liveClient }, streamId, video }: PlayerOptions,
  onState: (state: LiveState) => void,
): Promise<Watching | null> {
  const [{ watch }, joined] = await Promise.all([
    liveClient(),
    joinStream(api, { params: { id: streamId } }),
  ]);
  const [host] = joined.watch;
  if (!host) return null;
  const renew = () => renewGrant(api, { body: { streamId, watches: host.userId } });
  return watch({ streamId, grant: host.grant, renew, video, onState });
}

/** How the picture arrives, while it is played. */
function useHealth(watching: Watching | null): WatchHealth | null {
  const [health, setHealth] = useState<WatchHealth | null>(null);
  useEffect(() => {
    if (!watching) return undefined;
    let isOver = false;
    const look = () =>
      void watching.health().then(
        (found) => void (!isOver && setHealth(found)),
        () => {},
      );
    const timer = setInterval(look, healthEveryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      setHealth(null);
    };
  }, [watching]);
  return health;
}

/** The player of one stream: `start` joins and plays, leaving the page stops. */
export function usePlayer(streamId: string, video: HTMLVideoElement | null) {
  const { deps } = useAppStore();
  const [state, setState] = useState<PlayerState>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [watching, setWatching] = useState<Watching | null>(null);
  const turn = useRef(0);
  const current = useRef<Watching | null>(null);
  const stop = useCallback(() => {
    turn.current += 1;
    void current.current?.stop();
    current.current = null;
    setWatching(null);
  }, []);
  const start = useCallback(async () => {
    if (!video) return;
    stop();
    const mine = turn.current;
    const isMine = () => turn.current === mine;
    setProblem(null);
    setState('connecting');
    try {
      const made = await play({ deps, streamId, video }, (next) => isMine() && setState(next));
      if (!isMine()) return void made?.stop();
      current.current = made;
      setWatching(made);
      if (!made) setState('waiting');
    } catch (caught) {
      if (!isMine()) return;
      setProblem(problemMessage(caught));
      setState('failed');
    }
  }, [deps, streamId, video, stop]);
  useEffect(() => stop, [stop]);
  // Nobody was sending yet: ask again until there is a picture.
  const isEmpty = state === 'waiting' && watching === null;
  useEffect(() => {
    if (!isEmpty) return undefined;
    const timer = setTimeout(() => void start(), 3_000);
    return () => clearTimeout(timer);
  }, [isEmpty, start]);
  return {
    state,
    problem,
    health: useHealth(watching),
    isJoined: watching !== null,
    isReceiving: () => watching?.isReceiving() ?? false,
    start,
    stop,
    catchUp: () => watching?.catchUp(),
  };
}
export type Player = ReturnType<typeof usePlayer>;
