import Search from 'lucide-react/icons/search';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { routes } from '#config/routes';
import type { Conversation } from '#contract/messages';
import { conversationsRequested, selectConversationList, selectConversationState } from '#state/conversation';
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
import styles from './messages.module.css';

function Row({ conversation, active, ownId }: { conversation: Conversation; active: boolean; ownId: string }) {
  const { recipient, lastMessage, totalNotSeenMessages: unread } = conversation;
  const name = recipient?.name ?? 'Somebody who left';
  return (
    <li>
      <Link href={routes.conversation(conversation._id)} className={cx(styles.row, active && styles.active)} aria-current={active ? 'page' : undefined}>
        <Avatar src={recipient?.avatar} size={48} online={recipient?.isOnline} />
        <span className={styles.rowWords}>
          <span className={styles.rowHead}>
            <span className={styles.name}>{name}</span>
            {lastMessage ? <RelativeTime iso={lastMessage.createdAt} /> : null}
          </span>
          <span className={cx(styles.preview, unread > 0 && styles.unread)}>
            {lastMessage ? `${lastMessage.senderId === ownId ? 'You: ' : ''}${lastMessage.text || 'Message deleted!'}` : 'No messages yet'}
          </span>
        </span>
        {unread > 0 ? <span className={styles.count}>{unread > 99 ? '99+' : unread}<VisuallyHidden> unread</VisuallyHidden></span> : null}
      </Link>
    </li>
  );
}

/** Waits for a pause in typing before it searches. */
function useSearch() {
  const dispatch = useAppDispatch();
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => dispatch(conversationsRequested(q.trim() ? { q: q.trim() } : undefined)), q ? 250 : 0);
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
  const isEmpty = list.data.length === 0;
  return (
    <div className={styles.list}>
      <div className={styles.search}>
        <TextInput label="Search conversations" hideLabel placeholder="Search" type="search" prefix={<Search size={16} />} value={q} onChange={(event) => setQ(event.target.value)} />
      </div>
      {isEmpty && list.requesting ? <Skeleton label="Loading conversations"><Stack gap={16} className={styles.bones}>{[1, 2, 3, 4].map((each) => <BonePerson key={each} />)}</Stack></Skeleton> : null}
      {isEmpty && list.error ? <ErrorState compact text={list.error.message} onRetry={() => dispatch(conversationsRequested(q ? { q } : undefined))} /> : null}
      {isEmpty && !list.requesting && !list.error ? <Nothing q={list.q} /> : null}
      <ul className={styles.rows}>
        {list.data.map((id) => mapping[id]).filter((each) => each !== undefined).map((each) => (
          <Row key={each._id} conversation={each} active={each._id === activeId} ownId={ownId} />
        ))}
      </ul>
      {list.isMore ? <Button variant="quiet" block busy={list.requesting} onClick={() => dispatch(conversationsRequested({ more: true }))}>Older conversations</Button> : null}
    </div>
  );
}

const Nothing = ({ q }: { q: string }) =>
  q ? (
    <EmptyState compact title={`Nobody called “${q}”`} text="Search by name or username." />
  ) : (
    <EmptyState compact title="No conversations yet" text="Write to a creator from their page." action={<ButtonLink href={routes.search} variant="primary">Find a creator</ButtonLink>} />
  );
