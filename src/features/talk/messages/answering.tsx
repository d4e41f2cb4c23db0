import X from 'lucide-react/icons/x';
import type { MessageQuote } from '#contract/talk/messages/messages.ts';
import { IconButton } from '#ui/content/button.tsx';
import styles from './message-parts.module.css';
import { quoteLine } from './message-quote.tsx';

interface AnsweringProps {
  readonly quote: MessageQuote;
  readonly ownId: string;
  readonly name: string;
  readonly onCancel: () => void;
}

/** Shown above the text field while replying. */
export const Answering = ({ quote, ownId, name, onCancel }: AnsweringProps) => (
  <div className={styles.answering} role="status">
    <div className={styles.quote}>
      <span className={styles.quoted}>Replying to {quote.senderId === ownId ? 'your message' : name}</span>
      <span className={styles.quoteText}>{quoteLine(quote)}</span>
    </div>
    <IconButton label="Cancel reply" onClick={onCancel}>
      <X size={20} />
    </IconButton>
  </div>
);
