import ArrowDown from 'lucide-react/icons/arrow-down';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { conversationSeen } from '#state/messages/conversation.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { messageJumpRequested, messagesRequested, selectThread } from '#state/messages/message.ts';
import type { Thread as ThreadState } from '#state/messages/message-thread.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Bubble } from './bubble.tsx';
import { Announcement, ChangeNews } from './change-news.tsx';
import { useFanSide } from './creator/use-fan-side.ts';
import { asUtc, byDay } from './day-separators.ts';
import partStyles from './message-parts.module.css';
import styles from './messages.module.css';
import { Head } from './head/thread-head.tsx';
import { Answer } from './requests/answer.tsx';
import { useJumpOfAddress, useThreadScroll } from './use-thread-scroll.ts';

// Loaded on first use.
const FanSide = lazyPart(async () => (await import('./creator/fan-side.tsx')).FanSide);
const ThreadSearch = lazyPart(async () => (await import('./search/thread-search.tsx')).ThreadSearch);

/** Shown instead of messages while loading, after an error, or if there are none. */
function NoMessages({ thread, name, onRetry }: { thread: ThreadState; name: string; onRetry: () => void }) {
  if (thread.error) return <ErrorState text={thread.error.message} onRetry={onRetry} />;
  if (thread.fetching || thread.isMore)
    return (
      <Skeleton label="Loading messages" className={styles.skeleton}>
        <SkeletonText lines={5} />
      </Skeleton>
    );
  return <EmptyState title="Say hello" text={`This is the beginning of your conversation with ${name}.`} />;
}

interface DaysProps {
  readonly conversation: Conversation;
  readonly thread: ThreadState;
  readonly ownId: string;
}

function Days({ conversation, thread, ownId }: DaysProps) {
  const now = useNow();
  // Until the user's time zone is known, days are those of UTC.
  const place = useHydrated() ? undefined : asUtc;
  const days = useMemo(() => byDay(thread.items, new Date(now), place), [thread.items, now, place]);
  const lastOwn = thread.items.findLast((each) => each.senderId === ownId && each.status === 'sent');
  return days.map((day) => (
    <section key={day.key} aria-label={day.label}>
      <p className={styles.day} suppressHydrationWarning>
        {day.label}
      </p>
      <ol className={styles.lines}>
        {day.messages.map((each) => (
          <Bubble
            key={each.clientId ?? each._id}
            message={each}
            ownId={ownId}
            canWrite={conversation.canWrite}
            other={conversation.recipient}
            readSeq={conversation.recipientReadSeq}
            showsState={each === lastOwn}
          />
        ))}
      </ol>
    </section>
  ));
}

/** Above the messages: an error, and the button for older ones. */
function Before({ thread, conversationId }: { thread: ThreadState; conversationId: string }) {
  const dispatch = useAppDispatch();
  const retry = () => dispatch(messagesRequested({ conversationId }));
  return (
    <>
      {thread.error ? (
        <Notice tone="danger" announce action={<Button onClick={retry}>Try again</Button>}>
          {thread.error.message}
        </Notice>
      ) : null}
      {thread.isMore ? (
        <Button
          variant="quiet"
          block
          busy={thread.fetching}
          onClick={() => dispatch(messagesRequested({ conversationId, more: true }))}
        >
          Older messages
        </Button>
      ) : null}
    </>
  );
}

/** Below the messages after a jump back: the ways to newer ones. */
function After({ thread, conversationId }: { thread: ThreadState; conversationId: string }) {
  const dispatch = useAppDispatch();
  if (!thread.isBehind) return null;
  return (
    <div className={partStyles.toEnd}>
      <Button
        busy={thread.fetching}
        onClick={() => dispatch(messagesRequested({ conversationId, newer: true }))}
      >
        Newer messages
      </Button>
      <Button
        icon={<ArrowDown size={18} />}
        onClick={() => dispatch(messageJumpRequested({ conversationId, seq: thread.total }))}
      >
        Jump to latest
      </Button>
    </div>
  );
}

function Messages({ conversation, ownId }: { conversation: Conversation; ownId: string }) {
  const dispatch = useAppDispatch();
  const { _id: conversationId, recipient } = conversation;
  const thread = useAppSelector((state) => selectThread(state, conversationId));
  const { box, onScroll, hydrated } = useThreadScroll(thread, { conversationId, ownId });
  const name = recipient?.name ?? 'them';
  const newest = thread.isBehind ? undefined : thread.items.at(-1);
  if (thread.items.length === 0)
    return (
      <div className={styles.scroll}>
        <NoMessages
          thread={thread}
          name={name}
          onRetry={() => dispatch(messagesRequested({ conversationId }))}
        />
      </div>
    );
  return (
    <div
      className={cx(styles.scroll, !hydrated && styles.fromEnd)}
      ref={box}
      onScroll={onScroll}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label="Messages"
    >
      <div>
        <Before thread={thread} conversationId={conversationId} />
        <Days conversation={conversation} thread={thread} ownId={ownId} />
        <After thread={thread} conversationId={conversationId} />
        <Announcement message={newest} name={newest?.senderId === ownId ? null : name} />
        <ChangeNews items={thread.items} ownId={ownId} name={name} />
      </div>
    </div>
  );
}

/** Whether a creator is talking to a fan. */
const isSelling = (
  user: { readonly isPerformer: boolean } | null | undefined,
  recipient: Conversation['recipient'],
): boolean => user?.isPerformer === true && recipient?.isPerformer === false;

const About = ({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) => (
  <Suspense fallback={null}>
    <FanSide conversationId={conversation._id} name={conversation.recipient?.name ?? ''} onClose={onClose} />
  </Suspense>
);

/** An open conversation: header, messages and message form. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const ownId = user?._id ?? '';
  const { _id, recipient, lastSeq, totalNotSeenMessages } = conversation;
  const sells = isSelling(user, recipient);
  const side = useFanSide();
  const [searching, setSearching] = useState(false);
  useJumpOfAddress(_id);
  // Messages that arrive while the tab is visible count as read; others once it becomes visible again.
  useEffect(() => {
    const seen = () => void (document.visibilityState === 'visible' && dispatch(conversationSeen(_id)));
    if (totalNotSeenMessages > 0) seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [dispatch, _id, lastSeq, totalNotSeenMessages]);
  return (
    <section
      className={styles.thread}
      aria-label={`Conversation with ${conversation.recipient?.name ?? 'a deleted account'}`}
    >
      <Head
        conversation={conversation}
        onSearch={() => setSearching(!searching)}
        onAbout={sells ? side.toggle : null}
      />
      {searching ? (
        <Suspense fallback={null}>
          <ThreadSearch conversationId={_id} ownId={ownId} onClose={() => setSearching(false)} />
        </Suspense>
      ) : null}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Messages conversation={conversation} ownId={ownId} />
          <Answer conversation={conversation} sells={sells} />
        </div>
        {sells && side.isOpen ? <About conversation={conversation} onClose={side.close} /> : null}
      </div>
    </section>
  );
}
