import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import SmilePlus from 'lucide-react/icons/smile-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { MessageEmoji } from '#contract/talk/messages/messages.ts';
import { reportItem } from '#components/people/accounts/person-menu.tsx';
import type { ChatMessage } from '#state/messages/message-thread.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { reactionEmoji } from './reaction-emoji.ts';

export interface MessageActs {
  readonly onReact: () => void;
  readonly onReply: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export interface MessageMay {
  readonly own: boolean;
  /** Whether the user may write in this conversation. */
  readonly canWrite: boolean;
  /** The current time in milliseconds, for the edit window. */
  readonly now: number;
}

/** The actions available for a message. */
export function messageItems(
  message: ChatMessage,
  { own, canWrite, now }: MessageMay,
  acts: MessageActs,
): MenuItem[] {
  const isEditable = message.editableUntil !== null && now < Date.parse(message.editableUntil);
  const all: (readonly [boolean, MenuItem])[] = [
    [canWrite, { label: 'React', icon: <SmilePlus />, onSelect: acts.onReact }],
    [canWrite, { label: 'Reply', icon: <Reply />, onSelect: acts.onReply }],
    [own && canWrite && isEditable, { label: 'Edit message', icon: <Pencil />, onSelect: acts.onEdit }],
    // What was paid is kept: a bought message, and a tip that wasn't undone.
    [
      own && !message.isBought && message.tip?.undoneAt !== null,
      { label: 'Delete message', icon: <Trash2 />, danger: true, onSelect: acts.onDelete },
    ],
    [!own, reportItem({ type: 'message', id: message._id, name: 'this message' })],
  ];
  return all.filter(([may]) => may).map(([, item]) => item);
}

/** The reactions to choose from. Choosing the current one again removes it. */
export const reactionItems = (
  message: ChatMessage,
  ownId: string,
  react: (emoji: MessageEmoji | null) => void,
): MenuItem[] => {
  const mine = message.reactions.find((each) => each.accountId === ownId)?.emoji;
  return (Object.keys(reactionEmoji) as MessageEmoji[]).map((emoji) => ({
    label: reactionEmoji[emoji].name,
    icon: <span aria-hidden="true">{reactionEmoji[emoji].sign}</span>,
    checked: emoji === mine,
    onSelect: () => react(emoji === mine ? null : emoji),
  }));
};
