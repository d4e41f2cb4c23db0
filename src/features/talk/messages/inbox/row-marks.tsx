import BellOff from 'lucide-react/icons/bell-off';
import Pin from 'lucide-react/icons/pin';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './inbox.module.css';

/** After the name: whether the conversation is pinned or muted. */
export const RowMarks = ({ conversation: { isPinned, isMuted } }: { conversation: Conversation }) =>
  isPinned || isMuted ? (
    <span className={styles.marks}>
      {isPinned ? <Pin size={14} aria-label="Pinned" role="img" /> : null}
      {isMuted ? <BellOff size={14} aria-label="Muted" role="img" /> : null}
    </span>
  ) : null;

/** Marked as unread, without new messages. */
export const UnreadDot = () => (
  <span className={styles.dot}>
    <VisuallyHidden>Marked as unread</VisuallyHidden>
  </span>
);
