import Ellipsis from 'lucide-react/icons/ellipsis';
import { Suspense, useId, useRef, useState } from 'react';
import { useAppDispatch } from '#state/hooks.ts';
import { messageDeleteRequested, replyStarted } from '#state/messages/message.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { MessagePart } from './message-part.ts';

// Loaded on first use.
const ConfirmDialog = lazyPart(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog);
const ReactionPicker = lazyPart(async () => (await import('./reaction-picker.tsx')).ReactionPicker);

export interface MessageMenuProps extends MessagePart {
  readonly canWrite: boolean;
  readonly onEdit: () => void;
}

const DeleteDialog = (acts: { readonly onConfirm: () => void; readonly onClose: () => void }) => (
  <ConfirmDialog
    open
    title="Delete this message?"
    text="It’s deleted for both of you."
    confirmLabel="Delete message"
    {...acts}
  />
);

/** The menu of a message. Renders nothing for pending and deleted ones. */
export function MessageMenu({ message, ownId, name, canWrite, onEdit }: MessageMenuProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState<'react' | 'delete' | null>(null);
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
  // For the time of opening, because editing is possible only for some minutes.
  const items = async () =>
    (await import('./message-menu-items.tsx')).messageItems(
      message,
      { own, canWrite, now: Date.now() },
      acts,
    );
  const remove = () => {
    close();
    dispatch(messageDeleteRequested({ conversationId, messageId }));
  };
  return (
    <>
      <Menu
        label={own ? 'Message options' : 'More options for this message'}
        items={items}
        trigger={({ ref, ...props }) => (
          <IconButton
            label={own ? 'Message options' : 'More options for this message'}
            {...props}
            ref={(element) => {
              button.current = element;
              ref(element);
            }}
          >
            <Ellipsis size={20} />
          </IconButton>
        )}
      />
      <Suspense fallback={null}>
        {asking === 'react' ? (
          <ReactionPicker {...{ id: pickerId, message, ownId, name }} anchor={button} onClose={close} />
        ) : null}
        {asking === 'delete' ? <DeleteDialog onConfirm={remove} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
