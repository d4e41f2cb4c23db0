import Ban from 'lucide-react/icons/ban';
import Pin from 'lucide-react/icons/pin';
import ShieldPlus from 'lucide-react/icons/shield-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { reportItem } from '#components/people/accounts/person-menu.tsx';
import { banFromChat, nameChatModerator, updateStreamChat } from '#services/talk/streams/chat.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { streamMessageDeleteRequested } from '#state/streams/stream-message.ts';
import type { StreamChatMessage } from '#state/streams/stream-thread.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Reader } from './chat-line.tsx';

interface MenuProps {
  readonly message: StreamChatMessage;
  readonly reader: Reader;
}

/** Runs a change and says how it went. */
export async function toastResult(change: PromiseLike<{ error?: unknown }>, done: string): Promise<boolean> {
  const { error } = await change;
  if (error) toast.error(problemMessage(error));
  else toast.success(done);
  return !error;
}

function useActions({ message }: MenuProps) {
  const dispatch = useAppDispatch();
  const [update] = useWrite(updateStreamChat);
  const [ban] = useWrite(banFromChat);
  const [name] = useWrite(nameChatModerator);
  const { _id: messageId, conversationId, senderId, senderName } = message;
  return {
    remove: () => void dispatch(streamMessageDeleteRequested({ conversationId, messageId })),
    pin: () =>
      toastResult(
        update({ params: { id: conversationId }, body: { pinnedMessageId: messageId } }),
        'Message pinned',
      ),
    ban: () =>
      toastResult(
        ban({ body: { conversationId, userId: senderId } }),
        `${senderName} can’t write in this chat anymore.`,
      ),
    name: () => toastResult(name({ params: { id: senderId } }), `${senderName} is a moderator now.`),
  };
}

/** Whom the viewer may ban: the creator everybody, moderators those who aren't one. */
const maySilence = ({ role }: StreamChatMessage, { isModerator, isCreator }: Reader): boolean =>
  isModerator && role !== 'creator' && (isCreator || role !== 'moderator');

/** What the viewer may do with a message and its sender. */
function rightsOver({ message, reader }: MenuProps) {
  const mine = message.senderId === reader.id;
  const { isModerator, isCreator, kind } = reader;
  // In a private stream there is nobody to ban or to name.
  const isAnother = !mine && kind === 'public';
  return {
    pin: isModerator && !message.isHeld,
    remove: mine || isModerator,
    name: isAnother && isCreator && message.role !== 'moderator',
    ban: isAnother && maySilence(message, reader),
    report: !mine,
  };
}

function buildItems(props: MenuProps, act: ReturnType<typeof useActions>, askToBan: () => void): MenuItem[] {
  const may = rightsOver(props);
  const { _id: messageId, senderName } = props.message;
  const all: (readonly [boolean, MenuItem])[] = [
    [may.pin, { label: 'Pin', icon: <Pin />, onSelect: () => void act.pin() }],
    [may.remove, { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => act.remove() }],
    [may.name, { label: 'Make a moderator', icon: <ShieldPlus />, onSelect: () => void act.name() }],
    [may.ban, { label: 'Ban from chat', icon: <Ban />, danger: true, onSelect: askToBan }],
    [may.report, reportItem({ type: 'message', id: messageId, name: `${senderName}’s message` })],
  ];
  return all.filter(([is]) => is).map(([, item]) => item);
}

/** What the viewer may do with a message. Renders nothing if that is nothing. */
export function ChatMenu(props: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const act = useActions(props);
  const { message, reader } = props;
  const items = buildItems(props, act, () => setAsked(true));
  const close = () => setAsked(false);
  if (reader.id === null || message.status !== 'sent' || message.isDeleted || items.length === 0) return null;
  return (
    <>
      <Menu label={`More options for the message by ${message.senderName}`} items={items} />
      {isAsked ? (
        <LazyConfirmDialog
          open
          title={`Ban ${message.senderName} from the chat?`}
          text="They can’t write in any chat of this creator. They can still watch, and their messages stay until you delete them."
          confirmLabel="Ban from chat"
          onConfirm={() => {
            close();
            void act.ban();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
