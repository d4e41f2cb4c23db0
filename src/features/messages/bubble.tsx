import { useState } from 'react';
import { exactTime } from '#lib/format-time';
import { useAppDispatch } from '#state/hooks';
import { messageDeleteRequested, messageDiscarded, messageRetryRequested } from '#state/message';
import type { ChatMessage } from '#state/message-thread';
import { TextButton } from '#ui/button';
import { cx } from '#ui/class-names';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Menu } from '#ui/menu';
import { RichText } from '#ui/rich-text';
import styles from './messages.module.css';

export interface BubbleProps {
  readonly message: ChatMessage;
  readonly own: boolean;
  /** The other side has read this far. */
  readonly readSeq: number;
  /** Last of the own ones that were read, or last of all: it alone says "Read" or "Sent". */
  readonly showsState: boolean;
}

const time = (at: string) => new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

/** What became of an own message; a failed one offers the two things to do. */
function Delivery({ message, readSeq, showsState }: Omit<BubbleProps, 'own'>) {
  const dispatch = useAppDispatch();
  const { conversationId, clientId, status, problem } = message;
  if (status === 'pending') return <span className={styles.state}>Sending</span>;
  if (status === 'failed' && clientId) {
    return (
      <span className={cx(styles.state, styles.failed)} role="alert">
        Not sent{problem ? `: ${problem.message}` : ''}{' '}
        <TextButton onClick={() => dispatch(messageRetryRequested({ conversationId, clientId }))}>Try again</TextButton>{' '}
        <TextButton onClick={() => dispatch(messageDiscarded({ conversationId, clientId }))}>Discard</TextButton>
      </span>
    );
  }
  return showsState ? <span className={styles.state}>{message.seq <= readSeq ? 'Read' : 'Sent'}</span> : null;
}

function Actions({ message }: { message: ChatMessage }) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const { conversationId, _id: messageId } = message;
  const remove = () => {
    setAsking(false);
    dispatch(messageDeleteRequested({ conversationId, messageId }));
  };
  return (
    <>
      <Menu label="Message options" items={[{ label: 'Delete message', danger: true, onSelect: () => setAsking(true) }]} />
      {asking ? (
        <ConfirmDialog open title="Delete this message?" text="Its words disappear for both of you." confirmLabel="Delete message" onConfirm={remove} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

/** One message. */
export function Bubble({ message, own, readSeq, showsState }: BubbleProps) {
  const deletable = own && message.status === 'sent' && !message.isDeleted && !message.deleting;
  return (
    <li className={cx(styles.line, own && styles.own)}>
      <div className={cx(styles.bubble, message.isDeleted && styles.gone, message.deleting && styles.fading)}>
        <RichText text={message.text} />
      </div>
      <div className={styles.meta}>
        <time dateTime={message.createdAt} title={exactTime(message.createdAt)}>{time(message.createdAt)}</time>
        {own ? <Delivery {...{ message, readSeq, showsState }} /> : null}
        {message.deleteProblem ? <span className={cx(styles.state, styles.failed)} role="alert">Not deleted: {message.deleteProblem.message}</span> : null}
        {deletable ? <Actions message={message} /> : null}
      </div>
    </li>
  );
}
