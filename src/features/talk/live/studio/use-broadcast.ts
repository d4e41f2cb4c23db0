import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { GoLive, Stream } from '#contract/talk/streams/streams.ts';
import { problemMessage } from '#lib/problem.ts';
import type { LiveState, Publication } from '#services/talk/live/live-types.ts';
import { goLive, reportDuration } from '#services/talk/streams/own-streams.ts';
import { renewGrant } from '#services/talk/streams/streams.ts';
import { useApi, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectTurn } from '#state/streams/removals.ts';
import type { TrackKind } from '../devices/use-capture.ts';

/** What goes on in this tab. An encoder sends by itself, so the tab only shows the stream. */
export interface Broadcast {
  readonly stream: Stream;
  readonly state: LiveState | 'encoder';
}

const isConflict = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && 'status' in problem && problem.status === 409;

interface Sending {
  readonly streamId: string;
  readonly grant: LiveGrant;
  readonly media: MediaStream;
  readonly onState: (state: LiveState) => void;
}

/** The tab that takes a stream over hears of it, too, about when its own call is answered. */
const ownTurnMs = 3_000;

/** Calls `onTaken` when another tab or device continues the stream. */
function useTakenOver(streamId: string | undefined, began: { current: number }, onTaken: () => void) {
  const turn = useAppSelector(selectTurn);
  const seen = useRef(turn);
  const reportTaken = useEffectEvent(onTaken);
  useEffect(() => {
    if (turn === seen.current) return;
    seen.current = turn;
    if (turn?.streamId === streamId && Date.now() - began.current > ownTurnMs) reportTaken();
  }, [turn, streamId, began]);
}

/** Sends the picture of this tab, at most one stream at a time. */
function useSending() {
  const { deps } = useAppStore();
  const publication = useRef<Publication | null>(null);
  const send = async ({ streamId, grant, media, onState }: Sending) => {
    const { publish } = await deps.liveClient();
    const renew = () => renewGrant(deps.api, { body: { streamId } });
    publication.current = await publish({ streamId, grant, media, renew, onState });
  };
  const stop = useCallback(async () => {
    const old = publication.current;
    publication.current = null;
    await old?.stop();
  }, []);
  useEffect(() => () => void stop(), [stop]);
  const replaceTrack = (kind: TrackKind, track: MediaStreamTrack) =>
    void publication.current?.replaceTrack(kind, track).catch(() => {});
  return { send, stop, replaceTrack };
}

/** What the page says about the last try to go live. */
interface Trouble {
  readonly problem: string | null;
  /** What to send again with `takeOver`, while another tab or device is live. */
  readonly conflict: GoLive | null;
  readonly isElsewhere: boolean;
}
const noTrouble: Trouble = { problem: null, conflict: null, isElsewhere: false };

/** Tells the server how long it ran. The server measures by itself and only logs the difference. */
async function toastDuration(api: ReturnType<typeof useApi>, { _id, startedAt }: Stream): Promise<void> {
  const ran = startedAt ? Math.max(0, Math.round((Date.now() - Date.parse(startedAt)) / 1000)) : 0;
  await reportDuration(api, { body: { streamId: _id, duration: ran } }).catch(() => {});
}

/** Goes live from this tab, and says what becomes of it. */
export function useBroadcast() {
  const api = useApi();
  const { send, stop, replaceTrack } = useSending();
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const [trouble, setTrouble] = useState(noTrouble);
  const [busy, setBusy] = useState(false);
  const began = useRef(0);

  /** Resolves with the stream, or null if it couldn't begin. */
  const begin = async (body: GoLive, media: MediaStream | null): Promise<Stream | null> => {
    setBusy(true);
    setTrouble(noTrouble);
    try {
      const { stream, grant } = await goLive(api, { body });
      if (grant === null) return stream;
      began.current = Date.now();
      setBroadcast({ stream, state: media ? 'connecting' : 'encoder' });
      const onState = (state: LiveState) =>
        setBroadcast((now) => (now?.stream._id === stream._id ? { ...now, state } : now));
      if (media) await send({ streamId: stream._id, grant, media, onState });
      return stream;
    } catch (caught) {
      const conflict = isConflict(caught) && !body.takeOver ? body : null;
      setTrouble({ problem: problemMessage(caught), conflict, isElsewhere: false });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const leave = useCallback(async () => {
    await stop();
    setBroadcast(null);
  }, [stop]);
  const finish = useCallback(
    async (stream: Stream) => {
      await leave();
      await toastDuration(api, stream);
    },
    [api, leave],
  );
  useTakenOver(broadcast?.stream._id, began, () => {
    setTrouble({ ...noTrouble, isElsewhere: true });
    void leave();
  });
  /** Shows a stream that something else sends, such as an encoder. */
  const manage = (stream: Stream) => {
    setTrouble(noTrouble);
    setBroadcast({ stream, state: 'encoder' });
  };
  return { broadcast, ...trouble, busy, begin, manage, finish, replaceTrack };
}
export type BroadcastControl = ReturnType<typeof useBroadcast>;
