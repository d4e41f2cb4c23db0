import Search from 'lucide-react/icons/search';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { routes } from '#config/routes';
import type { Conversation } from '#contract/messages';
import {
  type ConversationList as List,
  conversationsRequested,
  selectConversationList,
  selectConversationState,
} from '#state/conversation';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { cx } from '#ui/class-names';
import { RelativeTime } from '#ui/relative-time';
import { BonePerson, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { TextInput } from '#ui/text-input';
import { VisuallyHidden } from '#ui/visually-hidden';
import { wordOf } from './message-words.tsx';
import styles from './messages.module.css';

/** The last message in a line, as the list shows it. */
function preview({ lastMessage }: Conversation, ownId: string): string {
  if (!lastMessage) return 'No messages yet';
  return `${lastMessage.senderId === ownId ? 'You: ' : ''}${lastMessage.text || wordOf(lastMessage.type) || 'Message deleted!'}`;
}

const Count = ({ unread }: { unread: number }) =>
  unread === 0 ? null : (
    <span className={styles.count}>
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
  const name = recipient?.name ?? 'Somebody who left';
  return (
    <li>
      <Link
        href={routes.conversation(conversation._id)}
        className={cx(styles.row, active && styles.active)}
        aria-current={active ? 'page' : undefined}
      >
        <Avatar src={recipient?.avatar} size={48} online={recipient?.isOnline} />
        <span className={styles.rowWords}>
          <span className={styles.rowHead}>
            <span className={styles.name}>{name}</span>
            {lastMessage ? <RelativeTime iso={lastMessage.createdAt} /> : null}
          </span>
          <span className={cx(styles.preview, unread > 0 && styles.unread)}>
            {preview(conversation, ownId)}
          </span>
        </span>
        <Count unread={unread} />
      </Link>
    </li>
  );
}

/** Waits for a pause in typing before it searches. */
function useSearch() {
  const dispatch = useAppDispatch();
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => dispatch(conversationsRequested(q.trim() ? { q: q.trim() } : undefined)),
      q ? 250 : 0,
    );
    return () => clearTimeout(timer);
  }, [dispatch, q]);
  return { q, setQ };
}

/** All conversations, last written first, with search. */
export function ConversationList({ activeId }: { activeId: string | null }) {
  const dispatch = useAppDispatch();
  const { q, setQ } = useSearch();
  const list = useAppSelector(selectConversationList);
  const { mapping } = useAppSelector(selectConversationState);
  const ownId = useAppSelector(selectCurrentUser)?._id ?? '';
  return (
    <div className={styles.list}>
      <div className={styles.search}>
        <TextInput
          label="Search conversations"
          hideLabel
          placeholder="Search"
          type="search"
          prefix={<Search size={16} />}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </div>
      {list.data.length === 0 ? (
        <NoRows list={list} onRetry={() => dispatch(conversationsRequested(q ? { q } : undefined))} />
      ) : null}
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
    </div>
  );
}

const bones = (
  <Stack gap={16} className={styles.bones}>
    {[1, 2, 3, 4].map((each) => (
      <BonePerson key={each} />
    ))}
  </Stack>
);

/** Instead of rows: they are on their way, didn't come, or there are none. */
function NoRows({ list, onRetry }: { list: List; onRetry: () => void }) {
  if (list.requesting) return <Skeleton label="Loading conversations">{bones}</Skeleton>;
  return list.error ? (
    <ErrorState compact text={list.error.message} onRetry={onRetry} />
  ) : (
    <Nothing q={list.q} />
  );
}

const Nothing = ({ q }: { q: string }) =>
  q ? (
    <EmptyState compact title={`Nobody called “${q}”`} text="Search by name or username." />
  ) : (
    <EmptyState
      compact
      title="No conversations yet"
      text="Write to a creator from their page."
      action={
        <ButtonLink href={routes.search} variant="primary">
          Find a creator
        </ButtonLink>
      }
    />
  );
