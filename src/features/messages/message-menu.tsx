import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useId, useRef, useState } from 'react';
import { useAppDispatch } from '#state/hooks.ts';
import { messageDeleteRequested, replyStarted } from '#state/messages/message.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { messageItems } from './message-menu-items.tsx';
import type { MessagePart } from './message-part.ts';

// Loaded on first use.
const ReactionPicker = lazyPart(async () => (await import('./reaction-picker.tsx')).ReactionPicker);

export interface MessageMenuProps extends MessagePart {
  readonly canWrite: boolean;
  readonly onEdit: () => void;
}

/** The menu of a message. Renders nothing for pending and deleted ones. */
export function MessageMenu({ message, ownId, name, canWrite, onEdit }: MessageMenuProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState<'react' | 'delete' | null>(null);
  // Updated whenever the menu is about to open, because editing is possible only for some minutes.
  const [now, setNow] = useState(() => Date.now());
  const button = useRef<HTMLButtonElement>(null);
  const pickerId = useId();
  if (message.status !== 'sent' || message.isDeleted || message.deleting) return null;
  const { conversationId, _id: messageId } = message;
  const own = message.senderId === ownId;
  const close = () => setAsking(null);
  const acts = {
    onReact: () => setAsking('react'),
    onReply: () => void dispatch(replyStarted(message)),
    onEdit,
    onDelete: () => setAsking('delete'),
  };
  const remove = () => {
    close();
    dispatch(messageDeleteRequested({ conversationId, messageId }));
  };
  return (
    <>
      <Menu
        label={own ? 'Message options' : 'More options for this message'}
        items={messageItems(message, { own, canWrite, now }, acts)}
        trigger={({ ref, ...props }) => (
          <IconButton
            label={own ? 'Message options' : 'More options for this message'}
            {...props}
            onFocus={() => setNow(Date.now())}
            onPointerDown={() => setNow(Date.now())}
            ref={(element) => {
              button.current = element;
              ref(element);
            }}
          >
            <Ellipsis size={20} />
          </IconButton>
        )}
      />
      {asking === 'react' ? (
        <Suspense fallback={null}>
          <ReactionPicker {...{ id: pickerId, message, ownId, name }} anchor={button} onClose={close} />
        </Suspense>
      ) : null}
      {asking === 'delete' ? (
        <ConfirmDialog
          open
          title="Delete this message?"
          text="It’s deleted for both of you."
          confirmLabel="Delete message"
          onConfirm={remove}
          onClose={close}
        />
      ) : null}
    </>
  );
}
