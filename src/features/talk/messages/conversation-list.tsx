import Search from 'lucide-react/icons/search';
import { Link } from '#ui/content/link.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import type { ConversationList as List } from '#state/messages/conversation-list.ts';
import {
  conversationsRequested,
  massMessagingToggled,
  selectConversationList,
  selectConversationState,
} from '#state/messages/conversation.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { FolderChips } from './inbox/folder-chips.tsx';
import { RowMarks, UnreadDot } from './inbox/row-marks.tsx';
import { RowMenu } from './inbox/row-menu.tsx';
import { messageLine } from './message-labels.ts';
import styles from './messages.module.css';

// Loaded with the first search.
const ListHits = lazyPart(async () => (await import('./search/list-hits.tsx')).ListHits);

/** The last message on one line. */
function preview({ lastMessage, request }: Conversation, ownId: string): string {
  if (!lastMessage) return 'No messages yet';
  if (request?.isMine && request.state === 'pending') return 'Request sent';
  return `${lastMessage.senderId === ownId ? 'You: ' : ''}${messageLine(lastMessage)}`;
}

const Count = ({
  conversation: { totalNotSeenMessages: unread, isMarkedUnread },
}: {
  conversation: Conversation;
}) =>
  unread === 0 ? (
    isMarkedUnread && (
      <span className={styles.covered}>
        <UnreadDot />
      </span>
    )
  ) : (
    <span className={cx(styles.count, styles.covered)}>
      {unread > 99 ? '99+' : unread}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  );

function Row({
  conversation,
  active,
  ownId,
}: {
  conversation: Conversation;
  active: boolean;
  ownId: string;
}) {
  const { recipient, lastMessage, totalNotSeenMessages: unread } = conversation;
  const name = recipient?.name ?? 'Deleted account';
  return (
    <li className={styles.item}>
      <Link
        href={routes.conversation(conversation._id)}
        className={cx(styles.row, active && styles.active)}
        aria-current={active ? 'page' : undefined}
      >
        <Avatar src={recipient?.avatar} size={48} online={recipient?.isOnline} />
        <span className={styles.rowText}>
          <span className={styles.rowHead}>
            <span className={styles.name}>{name}</span>
            <RowMarks conversation={conversation} />
            {lastMessage ? (
              <span className={cx(styles.when, styles.covered)}>
                <RelativeTime iso={lastMessage.createdAt} />
              </span>
            ) : null}
          </span>
          <span className={cx(styles.preview, unread > 0 && styles.unread)}>
            {preview(conversation, ownId)}
          </span>
        </span>
        <Count conversation={conversation} />
      </Link>
      <RowMenu conversation={conversation} isOpen={active} />
    </li>
  );
}

/** Debounced search. A list that the server rendered isn't requested again. */
function useSearch(known: boolean) {
  const dispatch = useAppDispatch();
  const [q, setQ] = useState('');
  const hydrated = useHydrated();
  const drawn = useRef(known && !hydrated);
  useEffect(() => {
    if (drawn.current) return void (drawn.current = false);
    const timer = setTimeout(
      () => dispatch(conversationsRequested(q.trim() ? { q: q.trim() } : undefined)),
      q ? 250 : 0,
    );
    return () => clearTimeout(timer);
  }, [dispatch, q]);
  return { q, setQ };
}

/** Opens the form for a message to many fans. */
function MassButton() {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.search}>
      <ButtonLink href={routes.broadcast} block onClick={() => dispatch(massMessagingToggled(true))}>
        Message many fans
      </ButtonLink>
    </div>
  );
}

/** The conversations, most recent first, with search. */
export function ConversationList({ activeId }: { activeId: string | null }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectConversationList);
  const { q, setQ } = useSearch(list.requested);
  const { mapping } = useAppSelector(selectConversationState);
  const user = useAppSelector(selectCurrentUser);
  const ownId = user?._id ?? '';
  return (
    <div>
      <div className={styles.search}>
        <TextInput
          label="Search conversations"
          hideLabel
          placeholder="Search people and messages"
          maxLength={100}
          type="search"
          prefix={<Search size={16} />}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </div>
      <FolderChips isPerformer={user?.isPerformer === true} />
      {list.data.length === 0 ? (
        <NoRows list={list} onRetry={() => dispatch(conversationsRequested(q ? { q } : undefined))} />
      ) : null}
      {user?.isPerformer ? <MassButton /> : null}
      <ul className={styles.rows}>
        {list.data
          .map((id) => mapping[id])
          .filter((each) => each !== undefined)
          .map((each) => (
            <Row key={each._id} conversation={each} active={each._id === activeId} ownId={ownId} />
          ))}
      </ul>
      {list.isMore ? (
        <Button
          variant="quiet"
          block
          busy={list.requesting}
          onClick={() => dispatch(conversationsRequested({ more: true }))}
        >
          Older conversations
        </Button>
      ) : null}
      {q.trim() ? (
        <Suspense fallback={null}>
          <ListHits q={q.trim()} ownId={ownId} />
        </Suspense>
      ) : null}
    </div>
  );
}

const skeleton = (
  <Stack gap={16} className={styles.skeleton}>
    {[1, 2, 3, 4].map((each) => (
      <SkeletonPerson key={each} />
    ))}
  </Stack>
);

/** Shown instead of rows while loading, after an error, or if there are none. */
function NoRows({ list, onRetry }: { list: List; onRetry: () => void }) {
  if (list.requesting || !list.requested)
    return <Skeleton label="Loading conversations">{skeleton}</Skeleton>;
  return list.error ? (
    <ErrorState compact text={list.error.message} onRetry={onRetry} />
  ) : (
    <Nothing {...list} />
  );
}

const empty: Readonly<Record<Exclude<List['filter'], 'all'>, { title: string; text: string }>> = {
  unread: { title: 'You’re all caught up', text: 'Conversations with new messages appear here.' },
  requests: {
    title: 'No message requests',
    text: 'Turn on requests in your settings, and first messages from new people wait here.',
  },
  archived: {
    title: 'Nothing archived',
    text: 'Conversations you archive appear here, until there’s a new message.',
  },
};

const Nothing = ({ q, filter, listId }: List) =>
  q ? (
    <p className={styles.nobody}>{`No people found for “${q}”`}</p>
  ) : listId !== null ? (
    <EmptyState compact title="No conversations" text="No conversations with fans on this list yet." />
  ) : filter !== 'all' ? (
    <EmptyState compact {...empty[filter]} />
  ) : (
    <EmptyState
      compact
      title="No conversations yet"
      text="To start one, open a creator’s page and select the message button."
      action={
        <ButtonLink href={routes.search} variant="primary">
          Find a creator
        </ButtonLink>
      }
    />
  );
