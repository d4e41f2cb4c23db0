import { useState } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { clockTime, exactTime } from '#lib/format-time.ts';
import { plainText } from '#lib/text-tags.ts';
import { reportItem } from '#components/accounts/person-menu.tsx';
import { useAppDispatch } from '#state/hooks.ts';
import { messageDeleteRequested, messageDiscarded, messageRetryRequested } from '#state/messages/message.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { TextButton } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { RichText } from '#ui/content/rich-text.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { MessageMedia } from './message-media.tsx';
import { messageLine } from './message-labels.ts';
import styles from './messages.module.css';

export interface BubbleProps {
  readonly message: ChatMessage;
  readonly own: boolean;
  /** The other participant. */
  readonly other: PerformerCard | null;
  /** The position up to which the other participant has read. */
  readonly readSeq: number;
  /** Whether to show "Read" or "Sent": only on the last read and on the last message of the user. */
  readonly showsState: boolean;
}

/**
 * The time of a message. Only the browser knows the user's time zone; until hydration a placeholder keeps the
 * space.
 */
function Time({ at }: { at: string }) {
  const hydrated = useHydrated();
  return (
    <time
      dateTime={at}
      title={hydrated ? exactTime(at) : undefined}
      className={hydrated ? undefined : styles.unknown}
    >
      {hydrated ? clockTime(new Date(at)) : '12:00 AM'}
    </time>
  );
}

/** The delivery state of the user's own message; a failed one can be retried or discarded. */
function Delivery({ message, readSeq, showsState }: Omit<BubbleProps, 'own' | 'other'>) {
  const dispatch = useAppDispatch();
  const { conversationId, clientId, status, problem } = message;
  if (status === 'pending') return <span className={styles.state}>Sending</span>;
  if (status === 'failed' && clientId) {
    return (
      <span className={cx(styles.state, styles.failed)} role="alert">
        Not sent{problem ? `: ${problem.message}` : ''}{' '}
        <TextButton onClick={() => dispatch(messageRetryRequested({ conversationId, clientId }))}>
          Try again
        </TextButton>{' '}
        <TextButton onClick={() => dispatch(messageDiscarded({ conversationId, clientId }))}>
          Discard
        </TextButton>
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
      <Menu
        label="Message options"
        items={[{ label: 'Delete message', danger: true, onSelect: () => setAsking(true) }]}
      />
      {asking ? (
        <ConfirmDialog
          open
          title="Delete this message?"
          text="It’s deleted for both of you."
          confirmLabel="Delete message"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** The menu of a message: delete an own one that wasn't bought, report another's. */
function Options({ message, own }: Pick<BubbleProps, 'message' | 'own'>) {
  if (message.status !== 'sent' || message.isDeleted || message.deleting) return null;
  if (own) return message.isBought ? null : <Actions message={message} />;
  return (
    <Menu
      label="More options for this message"
      items={[reportItem({ type: 'message', id: message._id, name: 'this message' })]}
    />
  );
}

export function Bubble({ message, own, other, readSeq, showsState }: BubbleProps) {
  return (
    <li className={cx(styles.line, own && styles.own)}>
      <MessageMedia {...{ message, own, other }} />
      {message.text ? (
        <div
          className={cx(styles.bubble, message.isDeleted && styles.gone, message.deleting && styles.fading)}
        >
          {plainText(message.text).trim() ? <RichText text={message.text} /> : messageLine(message)}
        </div>
      ) : null}
      <div className={styles.meta}>
        <Time at={message.createdAt} />
        {own ? <Delivery {...{ message, readSeq, showsState }} /> : null}
        {message.deleteProblem ? (
          <span className={cx(styles.state, styles.failed)} role="alert">
            Couldn’t delete this message: {message.deleteProblem.message}
          </span>
        ) : null}
        <Options message={message} own={own} />
      </div>
    </li>
  );
}
