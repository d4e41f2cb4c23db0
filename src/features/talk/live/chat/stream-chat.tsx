import ArrowDown from 'lucide-react/icons/arrow-down';
import { useEffect, useMemo } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import {
  selectStreamMessages,
  selectStreamThread,
  streamChatOpened,
  streamConversationLeft,
  streamMessagesRequested,
} from '#state/streams/stream-message.ts';
import type { StreamKind } from '#state/streams/stream-message.ts';
import { findFirstSeq } from '#state/streams/stream-thread.ts';
import type { StreamThread } from '#state/streams/stream-thread.ts';
import { streamLeft, streamWatched } from '#state/streams/stream-watch.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { ErrorState, NotAllowed } from '#ui/feedback/states.tsx';
import styles from './chat.module.css';
import { ChatComposer } from './chat-composer.tsx';
import { ChatHead } from './chat-head.tsx';
import { ChatLine, type Reader } from './chat-line.tsx';
import { useChatWindow } from './use-chat-window.ts';

interface StreamChatProps {
  readonly streamId: string;
  readonly kind: StreamKind;
}

const NoMessages = ({ thread: { conversation } }: { thread: StreamThread }) => (
  <p className={styles.empty}>
    {conversation?.canWrite ? 'No messages yet. Say hello.' : 'No messages yet.'}
  </p>
);

function Lines({ id, thread, reader }: { id: string; thread: StreamThread; reader: Reader }) {
  const dispatch = useAppDispatch();
  const earlier = () => dispatch(streamMessagesRequested({ conversationId: id, earlier: true }));
  // Those who look after the chat have what waits in a list of its own.
  const items = useMemo(
    () => (reader.isModerator ? thread.items.filter(({ isHeld }) => !isHeld) : thread.items),
    [reader.isModerator, thread.items],
  );
  const { box, onScroll, shown, isAtEnd, unseen, toEnd } = useChatWindow(items, {
    onTop: earlier,
    ownId: reader.id,
  });
  const isWhole = findFirstSeq(thread) <= 1;
  return (
    <div className={styles.lines}>
      <div
        ref={box}
        className={styles.scroll}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label="Chat messages"
      >
        {thread.fetching && !isWhole ? <Spinner className={styles.spinner} /> : null}
        {thread.items.length === 0 && !thread.fetching ? <NoMessages thread={thread} /> : null}
        {/* Announced politely while the reader is at the end; further up, the button below tells of news. */}
        <ol className={styles.list} aria-live={isAtEnd ? 'polite' : 'off'} aria-relevant="additions">
          {shown.map((message) => (
            <ChatLine key={message.clientId ?? message._id} message={message} reader={reader} />
          ))}
        </ol>
      </div>
      {isAtEnd ? null : (
        <div className={styles.below}>
          <Button variant="soft" icon={<ArrowDown size={18} />} onClick={toEnd}>
            {unseen === 0 ? 'Jump to latest' : `${unseen} new ${unseen === 1 ? 'message' : 'messages'}`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shown instead of the chat: while it loads, or why it can't be shown. */
function NoChat({ streamId, kind }: StreamChatProps) {
  const dispatch = useAppDispatch();
  const { open } = useAppSelector(selectStreamMessages);
  const problem = open?.streamId === streamId ? open.error : null;
  if (problem?.status === 403)
    return <NotAllowed compact level={3} title="The chat is locked" text={problem.message} />;
  if (problem)
    return (
      <ErrorState
        compact
        level={3}
        text={problemMessage(problem)}
        onRetry={() => dispatch(streamChatOpened({ streamId, kind }))}
      />
    );
  return (
    <Skeleton label="Loading the chat" className={styles.loading}>
      <SkeletonText lines={6} />
    </Skeleton>
  );
}

function Open({ id, thread, kind }: { id: string; thread: StreamThread; kind: StreamKind }) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { conversation } = thread;
  const isModerator = conversation?.isModerator ?? false;
  const isCreator = conversation?.performerId === user?._id;
  const reader = useMemo<Reader>(
    () => ({ id: user?._id ?? null, kind, isModerator, isCreator }),
    [user?._id, kind, isModerator, isCreator],
  );
  if (!conversation) return null;
  return (
    <>
      <ChatHead conversation={conversation} reader={reader} items={thread.items} />
      {thread.error ? (
        <Notice
          tone="danger"
          announce
          action={
            <Button onClick={() => dispatch(streamMessagesRequested({ conversationId: id }))}>
              Try again
            </Button>
          }
        >
          {problemMessage(thread.error)}
        </Notice>
      ) : null}
      <Lines id={id} thread={thread} reader={reader} />
      <ChatComposer conversation={conversation} kind={kind} waitUntil={thread.waitUntil} />
    </>
  );
}

/** The chat of a stream, beside its player. Takes the height of its place. */
export function StreamChat({ streamId, kind }: StreamChatProps) {
  const dispatch = useAppDispatch();
  const id = useAppSelector((state) => selectStreamMessages(state).activeConversation);
  const thread = useAppSelector((state) => selectStreamThread(state, id ?? ''));
  useEffect(() => {
    dispatch(streamWatched(streamId));
    dispatch(streamChatOpened({ streamId, kind }));
    return () => {
      dispatch(streamLeft(streamId));
      dispatch(streamConversationLeft());
    };
  }, [dispatch, streamId, kind]);
  return (
    <section className={styles.chat} aria-label="Chat of the stream">
      {id !== null && thread.conversation?.streamId === streamId ? (
        <Open id={id} thread={thread} kind={kind} />
      ) : (
        <NoChat streamId={streamId} kind={kind} />
      )}
    </section>
  );
}
