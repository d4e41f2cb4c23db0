import MessagesSquare from 'lucide-react/icons/messages-square';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { routes } from '#config/routes';
import { conversationClosed, conversationOpenRequested, selectConversationState } from '#state/conversation';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { ButtonLink } from '#ui/button-link';
import { cx } from '#ui/class-names';
import { PageHead } from '#ui/page-head';
import { BonePerson, BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { ConversationList } from './conversation-list.tsx';
import styles from './messages.module.css';
import { Thread } from './thread.tsx';

function useOpen(id: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!id) return undefined;
    dispatch(conversationOpenRequested({ id }));
    return () => void dispatch(conversationClosed(id));
  }, [dispatch, id]);
  return () => void (id && dispatch(conversationOpenRequested({ id })));
}

function Open({ id }: { id: string }) {
  const retry = useOpen(id);
  const { mapping, opening, activeConversation } = useAppSelector(selectConversationState);
  const conversation = mapping[id];
  if (conversation && activeConversation === id) return <Thread key={id} conversation={conversation} />;
  if (opening.error) {
    return opening.error.status === 404 ? (
      <EmptyState title="This conversation isn’t here" text="It may have been removed." action={<ButtonLink href={routes.messages}>All conversations</ButtonLink>} />
    ) : (
      <ErrorState text={opening.error.message} onRetry={retry} busy={opening.requesting} />
    );
  }
  return <Skeleton label="Opening the conversation" className={styles.bones}><Stack><BonePerson /><BoneText lines={4} /></Stack></Skeleton>;
}

/** `/messages` and `/messages/[id]`: the list and one conversation, beside each other or, on a phone, one at a time. */
export function MessagesView() {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : null;
  return (
    <div className={cx(styles.panes, id !== null && styles.opened)}>
      <PageHead title="Messages" unlisted />
      <div className={styles.left}>
        {id === null ? <h1 className={styles.listTitle}>Messages</h1> : <h2 className={styles.listTitle}>Messages</h2>}
        <ConversationList activeId={id} />
      </div>
      <div className={styles.right}>
        {id === null ? <EmptyState icon={<MessagesSquare size={28} />} title="Choose a conversation" text="Or write to a creator from their page." /> : <Open id={id} />}
      </div>
    </div>
  );
}
