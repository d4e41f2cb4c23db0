import MessagesSquare from 'lucide-react/icons/messages-square';
import { useRouter } from 'next/router';
import { lazy, useEffect } from 'react';
import { routes } from '#config/routes';
import { Later } from '#parts/later';
import { conversationClosed, conversationOpenRequested, selectConversationState } from '#state/conversation';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { ButtonLink } from '#ui/button-link';
import { cx } from '#ui/class-names';
import { lazyPart } from '#ui/lazy-part';
import { PageHead } from '#ui/page-head';
import { BonePerson, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { ConversationList } from './conversation-list.tsx';
import styles from './messages.module.css';

// Photos, players and uploads come with the first conversation that is opened.
const loadThread = async () => ({ default: (await import('./thread.tsx')).Thread });
const Thread = lazy(loadThread);
const BoughtMessage = lazyPart(async () => (await import('./bought-message.tsx')).BoughtMessage);
const bones = (
  <Skeleton label="Opening the conversation" className={styles.bones}>
    <Stack>
      <BonePerson />
      <BoneText lines={4} />
    </Stack>
  </Skeleton>
);

function useOpen(id: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!id) return undefined;
    // While the conversation is on its way, so is what draws it.
    void loadThread();
    dispatch(conversationOpenRequested({ id }));
    return () => void dispatch(conversationClosed(id));
  }, [dispatch, id]);
  return () => void (id && dispatch(conversationOpenRequested({ id })));
}

/** `boughtId`: the message to show where the conversation itself is gone. */
function Open({ id, boughtId }: { id: string; boughtId: string | null }) {
  const retry = useOpen(id);
  const { mapping, opening, activeConversation } = useAppSelector(selectConversationState);
  const conversation = mapping[id];
  if (conversation && activeConversation === id)
    return (
      <Later skeleton={bones}>
        <Thread key={id} conversation={conversation} />
      </Later>
    );
  if (opening.error) {
    if (opening.error.status === 404 && boughtId)
      return (
        <Later skeleton={bones}>
          <BoughtMessage id={boughtId} />
        </Later>
      );
    return opening.error.status === 404 ? (
      <EmptyState
        title="This conversation isn’t here"
        text="It may have been removed."
        action={<ButtonLink href={routes.messages}>All conversations</ButtonLink>}
      />
    ) : (
      <ErrorState text={opening.error.message} onRetry={retry} busy={opening.requesting} />
    );
  }
  return bones;
}

const textOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** `/messages` and `/messages/[id]`: the list and one conversation, beside each other or, on a phone, one at a time. */
export function MessagesView() {
  const { query } = useRouter();
  const id = textOf(query['id']);
  return (
    <div className={cx(styles.panes, id !== null && styles.opened)}>
      <PageHead title="Messages" unlisted />
      <div className={styles.left}>
        {id === null ? (
          <h1 className={styles.listTitle}>Messages</h1>
        ) : (
          <h2 className={styles.listTitle}>Messages</h2>
        )}
        <ConversationList activeId={id} />
      </div>
      <div className={styles.right}>
        {id === null ? (
          <EmptyState
            icon={<MessagesSquare size={28} />}
            title="Choose a conversation"
            text="Or write to a creator from their page."
          />
        ) : (
          <Open id={id} boughtId={textOf(query['message'])} />
        )}
      </div>
    </div>
  );
}
