import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from '../messages.module.css';

interface RowMenuProps {
  readonly conversation: Conversation;
  /** The conversation is open beside the list. */
  readonly isOpen: boolean;
}

/** What can be done with a conversation, from its row in the list. */
export function RowMenu({ conversation, isOpen }: RowMenuProps) {
  const [api, store, router] = [useApi(), useAppStore(), useRouter()];
  const leave = () => void (isOpen && router.push(routes.messages));
  const items = async () =>
    (await import('../person-items.ts')).conversationMenu(conversation, { api, store, leave });
  return (
    <span className={styles.rowMenu}>
      <Menu label={`Options for ${conversation.recipient?.name ?? 'a deleted account'}`} items={items} />
    </span>
  );
}
