import Pin from 'lucide-react/icons/pin';
import Settings from 'lucide-react/icons/settings';
import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import type { StreamConversation } from '#contract/talk/streams/chat.ts';
import { plural } from '#lib/format.ts';
import { approveStreamMessage, updateStreamChat } from '#services/talk/streams/chat.ts';
import { useWrite } from '#state/query/hooks.ts';
import type { StreamChatMessage } from '#state/streams/stream-thread.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import styles from './chat.module.css';
import type { Reader } from './chat-line.tsx';
import { ChatMenu, toastResult } from './chat-menu.tsx';

const ChatSettings = lazyPart(async () => (await import('./chat-settings.tsx')).ChatSettings);

function Pinned({ conversation, reader }: { conversation: StreamConversation; reader: Reader }) {
  const [update] = useWrite(updateStreamChat);
  const { _id: id, pinned } = conversation;
  if (!pinned) return null;
  const unpin = () =>
    void toastResult(update({ params: { id }, body: { pinnedMessageId: null } }), 'Message unpinned');
  return (
    <div className={styles.pinned} role="note" aria-label="Pinned message">
      <Pin size={16} aria-hidden="true" />
      <p>
        <strong>{pinned.senderName}</strong> {pinned.text}
      </p>
      {reader.isModerator ? (
        <IconButton label="Unpin" onClick={unpin}>
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  );
}

function HeldLine({ message, reader }: { message: StreamChatMessage; reader: Reader }) {
  const [approve, { isLoading }] = useWrite(approveStreamMessage);
  return (
    <li className={styles.heldLine}>
      <p>
        <strong>{message.senderName}</strong> {message.text}
      </p>
      <Button
        busy={isLoading}
        onClick={() => void toastResult(approve({ params: { id: message._id } }), 'Message approved')}
      >
        Approve
      </Button>
      <ChatMenu message={message} reader={reader} />
    </li>
  );
}

/** Messages with words to hold, for those who look after the chat. */
function Held({ items, reader }: { items: readonly StreamChatMessage[]; reader: Reader }) {
  return items.length === 0 ? null : (
    <details className={styles.held}>
      <summary>{plural(items.length, 'message')} held for review</summary>
      <ul>
        {items.map((message) => (
          <HeldLine key={message._id} message={message} reader={reader} />
        ))}
      </ul>
    </details>
  );
}

interface HeadProps {
  readonly conversation: StreamConversation;
  readonly reader: Reader;
  readonly items: readonly StreamChatMessage[];
}

/** Above the messages: settings, the pinned message, and what waits. */
export function ChatHead({ conversation, reader, items }: HeadProps) {
  const [isOpen, setOpen] = useState(false);
  const held = reader.isModerator ? items.filter((each) => each.isHeld && !each.isDeleted) : [];
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Chat</h2>
        {reader.isCreator ? (
          <IconButton label="Chat settings" onClick={() => setOpen(true)}>
            <Settings size={20} />
          </IconButton>
        ) : null}
      </div>
      <Pinned conversation={conversation} reader={reader} />
      <Held items={held} reader={reader} />
      {isOpen ? (
        <Suspense fallback={null}>
          <ChatSettings conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
