import { useCallback, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { isOnAir } from '#components/talk/streams/stream-texts.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { streamPutAway } from '#state/streams/playing-stream.ts';
import { selectIsRemoved } from '#state/streams/removals.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { GoalBar } from './goal-bar.tsx';
import { Stage } from './stage.tsx';
import { StreamHead } from './stream-head.tsx';
import styles from './stream.module.css';

const FreshStream = lazyPart(async () => (await import('./fresh-stream.ts')).FreshStream);
const GoneStream = lazyPart(async () => (await import('./gone-stream.tsx')).GoneStream);
const NextStreams = lazyPart(async () => (await import('./next-streams.tsx')).NextStreams);
const StreamChat = lazyPart(async () => (await import('../chat/stream-chat.tsx')).StreamChat);
const Supporters = lazyPart(async () => (await import('./supporters.tsx')).Supporters);

const Head = ({ stream: { _id, title, performer } }: { stream: Stream }) => (
  <PageHead
    title={`${title}, a stream by ${performer.name}`}
    description={`A live stream by ${performer.name}.`}
    preview
    canonical={routes.stream(_id)}
  />
);

const ChatSkeleton = () => (
  <Skeleton label="Loading the chat">
    <SkeletonBlock height={480} width="100%" />
  </Skeleton>
);

const Chat = ({ streamId, awake }: { streamId: string; awake: boolean }) => (
  <aside className={styles.side} aria-label="Chat">
    {awake ? (
      <LazyClient skeleton={<ChatSkeleton />}>
        <StreamChat streamId={streamId} kind="public" />
      </LazyClient>
    ) : (
      <ChatSkeleton />
    )}
  </aside>
);

/** What can't be watched anymore doesn't go on in the mini player. */
function useEndOfPlaying({ _id, ...stream }: Stream, isLost: boolean): void {
  const dispatch = useAppDispatch();
  const isOver = isLost || !isOnAir(stream) || !stream.access.allowed;
  useEffect(() => {
    if (isOver) dispatch(streamPutAway(_id));
  }, [dispatch, _id, isOver]);
}

/** The live parts load once the page is idle. For visitors too, because a cached page may be outdated. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  return awake;
}

/** The page of a stream: the picture, who it is by, and the chat beside it. */
export function StreamContent({ stream: initial }: { stream: Stream }) {
  const awake = useAwake();
  const [stream, setStream] = useState(initial);
  const [gone, setGone] = useState(false);
  const isRemoved = useAppSelector((state) => selectIsRemoved(state, stream._id));
  const own = useAppSelector(selectAuthUser)?._id === stream.performer._id;
  useEndOfPlaying(stream, gone || isRemoved);
  // Only its creator can still see a canceled stream.
  const leave = useCallback(
    () =>
      stream.state === 'scheduled'
        ? setStream({ ...stream, state: 'cancelled' })
        : setGone(stream.state !== 'cancelled'),
    [stream],
  );
  if (gone && !isRemoved)
    return (
      <LazyClient skeleton={null}>
        <GoneStream />
      </LazyClient>
    );
  const isOver = !isOnAir(stream) && stream.state !== 'scheduled';
  return (
    <>
      <Head stream={stream} />
      <div className={styles.page}>
        <div className={styles.lead}>
          <Stage stream={stream} isRemoved={isRemoved} />
          <h1 className={styles.title}>{stream.title}</h1>
        </div>
        {/*
          Before the rest, where phones show it, so that focus goes as the eye does. The chat follows the stream's
          access: a ticket opens it anew.
        */}
        {isRemoved ? null : <Chat key={String(stream.access.allowed)} streamId={stream._id} awake={awake} />}
        <div className={styles.rest}>
          <StreamHead stream={stream} own={own} isRemoved={isRemoved} />
          <GoalBar stream={stream} />
          {awake ? (
            <LazyClient skeleton={null}>
              {isOver ? <NextStreams stream={stream} /> : null}
              <Supporters streamId={stream._id} />
            </LazyClient>
          ) : null}
        </div>
      </div>
      {awake ? (
        <LazyClient skeleton={null}>
          <FreshStream stream={stream} onStream={setStream} onGone={leave} />
        </LazyClient>
      ) : null}
    </>
  );
}
