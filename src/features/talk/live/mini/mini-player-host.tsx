import { useEffect } from 'react';
import { routes } from '#config/routes.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectPlayingStream, streamPutAway } from '#state/streams/playing-stream.ts';
import { MiniPlayer } from './mini-player.tsx';

/** Pages with a live picture and sound of their own. */
const ownPictures = [routes.creatorLive, routes.privateStream('')];

/** Plays the stream that was watched last, on every page but its own. */
export function MiniPlayerHost({ path }: { path: string }) {
  const dispatch = useAppDispatch();
  const stream = useAppSelector(selectPlayingStream);
  const id = stream?._id;
  const [page = ''] = path.split(/[?#]/);
  const isInTheWay = ownPictures.some((start) => page.startsWith(start));
  useEffect(() => {
    if (id !== undefined && isInTheWay) dispatch(streamPutAway(id));
  }, [dispatch, id, isInTheWay]);
  if (!stream || isInTheWay || page === routes.stream(stream._id)) return null;
  return <MiniPlayer key={stream._id} stream={stream} hasComposer={page.startsWith(`${routes.messages}/`)} />;
}
