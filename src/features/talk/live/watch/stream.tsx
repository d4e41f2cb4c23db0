import { useEffect } from 'react';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { problemCode } from '#lib/problem.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getStream } from '#services/talk/streams/streams.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
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
import { StreamPageSkeleton } from './stream-skeleton.tsx';
import styles from './stream.module.css';

const GoneStream = lazyPart(async () => (await import('./gone-stream.tsx')).GoneStream);
const NextStreams = lazyPart(async () => (await import('./next-streams.tsx')).NextStreams);
const StreamChat = lazyPart(async () => (await import('../chat/stream-chat.tsx')).StreamChat);
const StreamWatch = lazyPart(async () => (await import('./stream-watch.ts')).StreamWatch);
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

const Chat = ({ streamId, isLive }: { streamId: string; isLive: boolean }) => (
  <aside className={styles.side} aria-label="Chat">
    {isLive ? (
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

const goneStream = (
  <LazyClient skeleton={null}>
    <GoneStream />
  </LazyClient>
);

interface ContentProps {
  readonly stream: Stream;
  /** It isn't there anymore for this person. */
  readonly isGone: boolean;
  /** The page keeps itself up to date. */
  readonly isLive: boolean;
  readonly refetch: () => unknown;
}

/** The picture, who it is by, and the chat beside it. */
function Content({ stream, isGone, isLive, refetch }: ContentProps) {
  const isRemoved = useAppSelector((state) => selectIsRemoved(state, stream._id));
  const own = useAppSelector(selectAuthUser)?._id === stream.performer._id;
  useEndOfPlaying(stream, isGone || isRemoved);
  if (isGone && !isRemoved) return goneStream;
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
        {isRemoved ? null : (
          <Chat key={String(stream.access.allowed)} streamId={stream._id} isLive={isLive} />
        )}
        <div className={styles.rest}>
          <StreamHead stream={stream} own={own} isRemoved={isRemoved} />
          <GoalBar stream={stream} />
          {isLive ? (
            <LazyClient skeleton={null}>
              {isOver ? <NextStreams stream={stream} /> : null}
              <Supporters streamId={stream._id} />
            </LazyClient>
          ) : null}
        </div>
      </div>
      {isLive ? (
        <LazyClient skeleton={null}>
          <StreamWatch stream={stream} refetch={refetch} />
        </LazyClient>
      ) : null}
    </>
  );
}

/** Only its creator can still see a canceled stream. */
const withoutAnswer = (stream: Stream): Stream =>
  stream.state === 'scheduled' ? { ...stream, state: 'cancelled' } : stream;

/** A stream: as the server sent it, then kept up to date once the page is idle. */
export function StreamDetail({ id, sent }: { id: string; sent: Stream | undefined }) {
  const request = useSeeded(getStream, id === '' ? null : { params: { id } }, sent);
  const { isLive, begin, refetch, error } = request;
  useBeginWhenIdle(begin);
  const isMissing = problemCode(error) === 'not_found';
  return (
    <LoadedView request={request} skeleton={<StreamPageSkeleton />} notFound={goneStream}>
      {(known) => {
        const stream = isMissing ? withoutAnswer(known) : known;
        const isGone = isMissing && stream.state !== 'cancelled';
        return <Content stream={stream} isGone={isGone} isLive={isLive} refetch={refetch} />;
      }}
    </LoadedView>
  );
}
