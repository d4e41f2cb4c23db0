import { useEffect, useEffectEvent } from 'react';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { useMediaReports } from '../use-media-reports.ts';
import { usePlayer } from './use-player.ts';

/** A player that is cut off often knows before the page that the stream is over, or closed to this person. */
function useLookWhenCut(id: string, isCut: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isCut) return;
    const look = async () => {
      const { api } = await import('#state/query/api.ts');
      dispatch(api.util.invalidateTags([{ type: 'Stream', id }]));
    };
    look().catch(() => {});
  }, [dispatch, id, isCut]);
}

/** Plays `stream` in `video`, at once if `isGoingOn`, and tells the server what arrives. */
export function useStreamPlayer(
  stream: Stream,
  { video, isGoingOn }: { video: HTMLVideoElement | null; isGoingOn: boolean },
) {
  const player = usePlayer(stream._id, video);
  useMediaReports(stream._id, player.isJoined, () => ({
    isSending: false,
    receives: player.isReceiving() ? [stream.performer._id] : [],
  }));
  useLookWhenCut(stream._id, player.state === 'refused' || player.state === 'ended');
  const goOn = useEffectEvent(() => {
    if (isGoingOn) void player.start();
  });
  useEffect(() => {
    if (video) goOn();
  }, [video]);
  return player;
}
