import type { MessageQuote as Quote } from '#contract/talk/messages/messages.ts';
import { texts } from '#lib/problem.ts';
import { plainText } from '#lib/text-tags.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { messageJumpRequested } from '#state/messages/message.ts';
import { messageLine } from './message-labels.ts';
import type { MessagePart } from './message-part.ts';
import styles from './message-parts.module.css';

/** A quoted message as one line of text. */
export const quoteLine = (quote: Quote): string =>
  quote.isDeleted
    ? texts.messageDeletedElsewhere
    : messageLine({ type: quote.type, text: plainText(quote.text) });

/** The quoted message above a reply. Pressing it jumps to the message. */
export function MessageQuote({ message, ownId, name }: MessagePart) {
  const dispatch = useAppDispatch();
  const { replyTo: quote, conversationId } = message;
  if (!quote) return null;
  const sender = quote.senderId === ownId ? 'You' : name;
  const line = quoteLine(quote);
  const words = (
    <>
      <span className={styles.quoted}>{sender}</span>
      <span className={styles.quoteText}>{line}</span>
    </>
  );
  // There is nothing to jump to.
  if (quote.isDeleted) return <div className={styles.quote}>{words}</div>;
  return (
    <button
      type="button"
      className={styles.quote}
      aria-label={`Reply to ${quote.senderId === ownId ? 'your message' : sender}: ${line}. Go to message`}
      onClick={() => dispatch(messageJumpRequested({ conversationId, seq: quote.seq }))}
    >
      {words}
    </button>
  );
}
