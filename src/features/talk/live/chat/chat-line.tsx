import { memo } from 'react';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { streamMessageDropped, streamMessageRetryRequested } from '#state/streams/stream-message.ts';
import type { StreamKind } from '#state/streams/stream-message.ts';
import type { StreamChatMessage } from '#state/streams/stream-thread.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { TextButton } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './chat.module.css';
import { ChatMenu } from './chat-menu.tsx';
import { ChatMedia } from './chat-media.tsx';

export interface Reader {
  readonly id: string | null;
  readonly kind: StreamKind;
  readonly isModerator: boolean;
  readonly isCreator: boolean;
}
const roles = { creator: 'Creator', moderator: 'Moderator', subscriber: 'Subscriber', viewer: null } as const;

function Failed({ message, kind }: { message: StreamChatMessage; kind: StreamKind }) {
  const dispatch = useAppDispatch();
  const { conversationId, clientId, text } = message;
  if (clientId === null) return null;
  return (
    <p className={styles.failed} role="alert">
      {message.problem ? problemMessage(message.problem) : 'Not sent.'}{' '}
      <TextButton
        onClick={() => dispatch(streamMessageRetryRequested({ conversationId, clientId, kind, text }))}
      >
        Try again
      </TextButton>{' '}
      <TextButton onClick={() => dispatch(streamMessageDropped({ conversationId, clientId }))}>
        Discard
      </TextButton>
    </p>
  );
}

/** What became of a message, if it isn't simply there. */
function Fate({ message, reader }: { message: StreamChatMessage; reader: Reader }) {
  if (message.status === 'failed') return <Failed message={message} kind={reader.kind} />;
  if (message.isHeld && !message.isDeleted)
    return <p className={styles.fate}>Held for review. Others can’t see it yet.</p>;
  if (message.problem && !message.isDeleted)
    return (
      <p className={styles.failed} role="alert">
        {problemMessage(message.problem)}
      </p>
    );
  return null;
}

function Words({ message }: { message: StreamChatMessage }) {
  if (message.isDeleted) return <span className={styles.deleted}>{message.text}</span>;
  return (
    <>
      {message.tokens === null ? null : (
        <strong className={styles.tip}>
          tipped <Tokens tokens={message.tokens} />
        </strong>
      )}
      {message.text === '' ? null : <span className={styles.words}>{message.text}</span>}
    </>
  );
}

/** One message. */
export const ChatLine = memo(function Line({
  message,
  reader,
}: {
  message: StreamChatMessage;
  reader: Reader;
}) {
  const role = roles[message.role];
  const isTip = message.type === 'tip' && !message.isDeleted;
  return (
    <li
      className={cx(styles.line, isTip && styles.tipLine, message.status === 'pending' && styles.pending)}
      data-line={message._id}
    >
      <Avatar src={message.senderAvatar} name={message.senderName} size={24} className={styles.avatar} />
      <div className={styles.said}>
        <Link href={routes.profile(message.senderId)} className={styles.sender}>
          {message.senderName}
        </Link>{' '}
        {role ? <Chip tone={message.role === 'creator' ? 'primary' : 'neutral'}>{role}</Chip> : null}{' '}
        <Words message={message} />
        <ChatMedia files={message.files} />
        <Fate message={message} reader={reader} />
      </div>
      <ChatMenu message={message} reader={reader} />
    </li>
  );
});
