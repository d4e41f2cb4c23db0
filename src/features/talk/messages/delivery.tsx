import { plural } from '#lib/format.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { messageCancelRequested, messageDiscarded, messageRetryRequested } from '#state/messages/message.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { TextButton } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './messages.module.css';

/** Files of a message that are still on this device only. */
export const WaitingFiles = ({ count }: { count: number }) => (
  <p className={cx(styles.bubble, styles.waitingFiles)}>{plural(count, 'file')} to upload</p>
);

function Pending({ message, onCancel }: { message: ChatMessage; onCancel: () => void }) {
  const { isDelayed = false, uploading = 100 } = message;
  const isUploading = !isDelayed && uploading < 100;
  if (!isDelayed && !isUploading) return <span className={styles.state}>Sending</span>;
  return (
    <span className={styles.state} role={isUploading ? undefined : 'status'}>
      {isUploading ? `Uploading, ${uploading}%` : 'Waiting for connection'}{' '}
      <TextButton onClick={onCancel}>Cancel</TextButton>
    </span>
  );
}

interface DeliveryProps {
  readonly message: ChatMessage;
  /** The position up to which the other participant has read. */
  readonly readSeq: number;
  /** Whether to show "Read" or "Sent". */
  readonly showsState: boolean;
}

/**
 * The delivery state of the user's own message. One that waits for a connection or uploads a file can be canceled,
 * a failed one retried or discarded.
 */
export function Delivery({ message, readSeq, showsState }: DeliveryProps) {
  const dispatch = useAppDispatch();
  const { conversationId, clientId, status, problem } = message;
  if (status === 'sent' || !clientId)
    return showsState ? (
      <span className={styles.state}>{message.seq <= readSeq ? 'Read' : 'Sent'}</span>
    ) : null;
  const of = { conversationId, clientId };
  if (status === 'failed') {
    return (
      <span className={cx(styles.state, styles.failed)} role="alert">
        Not sent{problem ? `: ${problem.message}` : ''}{' '}
        <TextButton onClick={() => dispatch(messageRetryRequested(of))}>Try again</TextButton>{' '}
        <TextButton onClick={() => dispatch(messageDiscarded(of))}>Discard</TextButton>
      </span>
    );
  }
  return <Pending message={message} onCancel={() => dispatch(messageCancelRequested(of))} />;
}
