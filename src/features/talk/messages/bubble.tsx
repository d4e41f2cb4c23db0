import { Suspense, useState } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { clockTime, exactTime } from '#lib/format-time.ts';
import { plainText } from '#lib/text-tags.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { RichText } from '#ui/content/rich-text.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { messageLine } from './message-labels.ts';
import { MessageMedia } from './message-media.tsx';
import { MessageMenu } from './message-menu.tsx';
import type { MessagePart } from './message-part.ts';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import partStyles from './message-parts.module.css';
import styles from './messages.module.css';
import { Delivery, WaitingFiles } from './delivery.tsx';
import { TipMessage } from './tips/tip-message.tsx';
import { useLongPress } from './use-long-press.ts';

const MessageEdit = lazyPart(async () => (await import('./message-edit.tsx')).MessageEdit);

export interface BubbleProps {
  readonly message: ChatMessage;
  readonly ownId: string;
  /** The other participant. */
  readonly other: PerformerCard | null;
  /** Whether the user may write in this conversation. */
  readonly canWrite: boolean;
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

/** The text of a message, below what it quotes. */
function Words({ message, ownId, name }: MessagePart) {
  const hasWords = message.text !== '';
  if (!hasWords && !message.replyTo) return null;
  return (
    <div className={cx(styles.bubble, message.isDeleted && styles.gone, message.deleting && styles.fading)}>
      <MessageQuote {...{ message, ownId, name }} />
      {plainText(message.text).trim() ? (
        <RichText text={message.text} />
      ) : hasWords ? (
        messageLine(message)
      ) : null}
    </div>
  );
}

function Content(part: MessagePart) {
  const { tip, waitingFiles = 0 } = part.message;
  if (tip) return <TipMessage message={part.message} tip={tip} own={part.message.senderId === part.ownId} />;
  return (
    <>
      {waitingFiles > 0 ? <WaitingFiles count={waitingFiles} /> : null}
      <Words {...part} />
    </>
  );
}

/** A long press opens the message's menu. */
const openMenu = (line: HTMLElement) =>
  line.querySelector<HTMLElement>('button[aria-haspopup="menu"]')?.click();

export function Bubble({ message, ownId, other, canWrite, readSeq, showsState }: BubbleProps) {
  const [editing, setEditing] = useState(false);
  const hold = useLongPress(openMenu);
  const own = message.senderId === ownId;
  const part: MessagePart = { message, ownId, name: other?.name ?? 'Deleted account' };
  return (
    <li
      className={cx(styles.line, partStyles.message, own && styles.own)}
      data-seq={message.seq}
      tabIndex={-1}
      {...hold}
    >
      <MessageMedia {...{ message, own, other }} />
      {editing ? (
        <Suspense fallback={<Words {...part} />}>
          <MessageEdit message={message} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Content {...part} />
      )}
      {message.reactions.length > 0 ? <MessageReactions {...part} /> : null}
      <div className={styles.meta}>
        <Time at={message.createdAt} />
        {message.editedAt ? <span>Edited</span> : null}
        {own ? <Delivery {...{ message, readSeq, showsState }} /> : null}
        {message.deleteProblem ? (
          <span className={cx(styles.state, styles.failed)} role="alert">
            Couldn’t delete this message: {message.deleteProblem.message}
          </span>
        ) : null}
        {editing ? null : <MessageMenu {...part} canWrite={canWrite} onEdit={() => setEditing(true)} />}
      </div>
    </li>
  );
}
