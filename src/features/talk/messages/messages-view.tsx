import MessagesSquare from 'lucide-react/icons/messages-square';
import SquarePen from 'lucide-react/icons/square-pen';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import {
  conversationClosed,
  conversationOpenRequested,
  selectConversationState,
} from '#state/messages/conversation.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonPerson, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './messages.module.css';

const BoughtMessage = lazyPart(async () => (await import('./bought-message.tsx')).BoughtMessage);
const NewMessage = lazyPart(async () => (await import('./inbox/new-message.tsx')).NewMessage);
const skeleton = (
  <Skeleton label="Loading conversation" className={styles.skeleton}>
    <Stack>
      <SkeletonPerson />
      <SkeletonText lines={4} />
    </Stack>
  </Skeleton>
);

function useOpen(id: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!id) return undefined;
    dispatch(conversationOpenRequested({ id }));
    return () => void dispatch(conversationClosed(id));
  }, [dispatch, id]);
  return () => void (id && dispatch(conversationOpenRequested({ id })));
}

/** Renders a conversation. Passed in, so that the list's page doesn't load the code for media and uploads. */
export type ThreadPart = ComponentType<{ readonly conversation: Conversation }>;

interface OpenProps {
  readonly id: string;
  /** Id of a purchased message to show if the conversation no longer exists. */
  readonly boughtId: string | null;
  readonly Thread: ThreadPart;
}

function Open({ id, boughtId, Thread }: OpenProps) {
  const retry = useOpen(id);
  const { mapping, opening, activeConversation } = useAppSelector(selectConversationState);
  const conversation = mapping[id];
  if (conversation && activeConversation === id) return <Thread key={id} conversation={conversation} />;
  if (opening.error) {
    if (opening.error.status === 404 && boughtId)
      return (
        <LazyClient skeleton={skeleton}>
          <BoughtMessage id={boughtId} />
        </LazyClient>
      );
    return opening.error.status === 404 ? (
      <EmptyState
        title="Conversation not found"
        text="It may have been removed."
        action={<ButtonLink href={routes.messages}>All conversations</ButtonLink>}
      />
    ) : (
      <ErrorState text={opening.error.message} onRetry={retry} busy={opening.requesting} />
    );
  }
  return skeleton;
}

const singleValue = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

function WriteButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="New message" variant="quiet" onClick={() => setOpen(true)}>
        <SquarePen size={20} />
      </IconButton>
      {isOpen ? (
        <LazyClient skeleton={null}>
          <NewMessage onClose={() => setOpen(false)} />
        </LazyClient>
      ) : null}
    </>
  );
}

/** The list and a conversation, side by side or, on phones, one at a time. */
export function MessagePanes({ Thread }: { Thread?: ThreadPart }) {
  const { query } = useRouter();
  const id = Thread ? singleValue(query['id']) : null;
  return (
    <div className={cx(styles.panes, id !== null && styles.opened)}>
      <PageHead title="Messages" unlisted />
      <div className={styles.left}>
        <div className={styles.listHead}>
          {id === null ? (
            <h1 className={styles.listTitle}>Messages</h1>
          ) : (
            <h2 className={styles.listTitle}>Messages</h2>
          )}
          <WriteButton />
        </div>
        <ConversationList activeId={id} />
      </div>
      <div className={styles.right}>
        {id === null || !Thread ? (
          <EmptyState
            icon={<MessagesSquare size={28} />}
            title="Select a conversation"
            text="Or message a creator from their page."
          />
        ) : (
          <Open id={id} boughtId={singleValue(query['message'])} Thread={Thread} />
        )}
      </div>
    </div>
  );
}

/** `/messages`. */
export const MessagesView = () => <MessagePanes />;
