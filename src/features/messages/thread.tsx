import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from '#ui/content/link.tsx';
import Search from 'lucide-react/icons/search';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/messages.ts';
import { conversationSeen, selectIsTyping } from '#state/messages/conversation.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { liveEventSent } from '#state/live/live-events.ts';
import { messageJumpRequested, messagesRequested, selectThread } from '#state/messages/message.ts';
import type { Thread as ThreadState } from '#state/messages/message-thread.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button, IconButton, buttonClass } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { Bubble } from './bubble.tsx';
import { Announcement, ChangeNews } from './change-news.tsx';
import { Composer } from './composer.tsx';
import { asUtc, byDay } from './day-separators.ts';
import { MediaButton } from './media/media-button.tsx';
import partStyles from './message-parts.module.css';
import styles from './messages.module.css';
import { useJumpOfAddress, useThreadScroll } from './use-thread-scroll.ts';

/** Whether the other participant is typing or online. */
// Loaded on first use.
const ThreadSearch = lazyPart(async () => (await import('./search/thread-search.tsx')).ThreadSearch);

function Presence({ conversation: { _id, recipient } }: { conversation: Conversation }) {
  const typing = useAppSelector((state) => selectIsTyping(state, _id));
  const online = recipient?.isOnline ? 'Online' : '';
  return (
    <p className={styles.presence} aria-live="polite">
      {typing ? 'is typing…' : online}
    </p>
  );
}

const Name = ({ recipient }: Pick<Conversation, 'recipient'>) => {
  if (!recipient) return <>Deleted account</>;
  return (
    <>
      {recipient.isPerformer ? (
        <Link href={routes.profile(recipient.username)}>{recipient.name}</Link>
      ) : (
        recipient.name
      )}{' '}
      {recipient.isVerified ? <VerifiedMark /> : null}
    </>
  );
};

function Head({ conversation, onSearch }: { conversation: Conversation; onSearch: () => void }) {
  const { recipient } = conversation;
  const api = useApi();
  const menuOf = async () =>
    recipient ? (await import('./person-items.ts')).personItems(api, recipient) : [];
  return (
    <header className={styles.head}>
      <Link
        href={routes.messages}
        className={buttonClass({ variant: 'quiet' }, styles.back)}
        aria-label="All conversations"
      >
        <ArrowLeft size={20} />
      </Link>
      <Avatar src={recipient?.avatar} size={40} online={recipient?.isOnline} priority />
      <div className={styles.headText}>
        <h1 className={styles.title}>
          <Name recipient={recipient} />
        </h1>
        <Presence conversation={conversation} />
      </div>
      <IconButton label="Search this conversation" onClick={onSearch}>
        <Search size={20} />
      </IconButton>
      <MediaButton conversation={conversation} />
      {recipient ? <Menu label={`More options for ${recipient.name}`} items={menuOf} /> : null}
    </header>
  );
}

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
  const { box, onScroll, hydrated } = useThreadScroll(thread, conversationId);
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

const typingEveryMs = 2_000;

/** Sends a typing event, at most every two seconds. */
function useTyping(conversationId: string) {
  const dispatch = useAppDispatch();
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < typingEveryMs) return;
    last.current = Date.now();
    dispatch(liveEventSent('conversation/typing', { conversationId }));
  };
}

/** The message form, or why there is none. */
function Answer({ conversation }: { conversation: Conversation }) {
  const user = useAppSelector(selectCurrentUser);
  const { _id, recipient, canWrite } = conversation;
  const onTyping = useTyping(_id);
  if (!canWrite) return <p className={styles.closed}>You can read this conversation, but you can’t reply.</p>;
  const sells = user?.isPerformer === true && recipient?.isPerformer === false;
  return (
    <Composer
      key={_id}
      conversationId={_id}
      senderId={user?._id ?? ''}
      recipient={recipient}
      sells={sells}
      onTyping={onTyping}
    />
  );
}

/** An open conversation: header, messages and message form. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const dispatch = useAppDispatch();
  const ownId = useAppSelector(selectCurrentUser)?._id ?? '';
  const { _id, lastSeq, totalNotSeenMessages } = conversation;
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
      <Head conversation={conversation} onSearch={() => setSearching(!searching)} />
      {searching ? (
        <Suspense fallback={null}>
          <ThreadSearch conversationId={_id} ownId={ownId} onClose={() => setSearching(false)} />
        </Suspense>
      ) : null}
      <Messages conversation={conversation} ownId={ownId} />
      <Answer conversation={conversation} />
    </section>
  );
}
