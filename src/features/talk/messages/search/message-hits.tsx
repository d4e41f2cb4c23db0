import { searchMessages } from '#services/talk/messages/messages.ts';
import type { QueryOf } from '#services/http/call.ts';
import { useList } from '#state/query/hooks.ts';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { routes } from '#config/routes.ts';
import type { MessageHit } from '#contract/talk/messages/search.ts';
import { problemMessage } from '#lib/problem.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectConversationState } from '#state/messages/conversation.ts';
import { messageJumpRequested } from '#state/messages/message.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { cx } from '#ui/theme/class-names.ts';
import searchStyles from './message-search.module.css';
import styles from '../messages.module.css';

function Hit({ hit: { message, recipient, snippet }, ownId }: { hit: MessageHit; ownId: string }) {
  const dispatch = useAppDispatch();
  const { activeConversation } = useAppSelector(selectConversationState);
  const { conversationId, seq } = message;
  const pick = (event: MouseEvent) => {
    // A conversation that is open already scrolls there; in a new tab, or elsewhere, the link opens it.
    if (activeConversation !== conversationId || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dispatch(messageJumpRequested({ conversationId, seq }));
  };
  return (
    <li>
      <Link href={`${routes.conversation(conversationId)}?at=${seq}`} className={styles.row} onClick={pick}>
        <Avatar src={recipient.avatar} size={40} />
        <span className={styles.rowText}>
          <span className={styles.rowHead}>
            <span className={styles.name}>{recipient.name}</span>
            <RelativeTime iso={message.createdAt} />
          </span>
          <span className={cx(styles.preview, searchStyles.snippet)}>
            {message.senderId === ownId ? 'You: ' : ''}
            {snippet.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text))}
          </span>
        </span>
      </Link>
    </li>
  );
}

type MessageSearch = Pick<QueryOf<'GET /messages/search'>, 'q' | 'conversationId' | 'from'>;

const senders = [
  ['anyone', 'Anyone'],
  ['me', 'You'],
  ['others', 'Others'],
] as const;

export interface MessageHitsProps {
  /** What to search for, in all conversations unless one is given. */
  readonly search: Pick<MessageSearch, 'q' | 'conversationId'>;
  readonly ownId: string;
}

function Found({ search, ownId }: { search: MessageSearch; ownId: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useList(
    searchMessages,
    { query: search },
  );
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  if (error && found.length === 0)
    return (
      <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
    );
  if (!data || (isFetching && !isFetchingNextPage))
    return (
      <Skeleton label="Searching messages" className={styles.skeleton}>
        <SkeletonText lines={3} />
      </Skeleton>
    );
  if (found.length === 0)
    return <EmptyState compact title="No messages found" text="Try other words, or fewer." />;
  return (
    <>
      <ul className={styles.rows}>
        {found.map((hit) => (
          <Hit key={hit.message._id} hit={hit} ownId={ownId} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="quiet" block busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More messages
        </Button>
      ) : null}
    </>
  );
}

/** Messages found by their words, newest first. Choosing one opens its conversation there. */
export function MessageHits({ search, ownId }: MessageHitsProps) {
  const [from, setFrom] = useState<(typeof senders)[number][0]>('anyone');
  return (
    <section aria-label="Search results">
      <ChipRow label="Sent by" className={searchStyles.senders}>
        {senders.map(([value, label]) => (
          <ChipButton key={value} pressed={from === value} onClick={() => setFrom(value)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <Found search={{ ...search, from }} ownId={ownId} />
    </section>
  );
}
