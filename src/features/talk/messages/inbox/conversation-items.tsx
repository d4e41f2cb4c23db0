import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Mail from 'lucide-react/icons/mail';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { problemMessage } from '#lib/problem.ts';
import type { Api } from '#services/http/api.ts';
import type { BodyOf } from '#services/http/call.ts';
import { organizeConversation } from '#services/talk/messages/inbox.ts';
import { conversationRefreshed } from '#state/messages/conversation.ts';
import type { AppStore } from '#state/store.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

type Wish = BodyOf<'PUT /conversations/:id/inbox'>;
interface Deps {
  readonly api: Api;
  readonly store: Pick<AppStore, 'dispatch'>;
  /** Leaves the conversation: it would count as read again while it is open. */
  readonly leave: () => void;
}

/** Menu items to pin, mute and archive a conversation, and to mark it as unread. */
export function conversationItems(
  { _id, isPinned, isMuted, folder }: Conversation,
  { api, store, leave }: Deps,
): MenuItem[] {
  const change = async (wish: Wish, done: string) => {
    try {
      store.dispatch(
        conversationRefreshed(await organizeConversation(api, { params: { id: _id }, body: wish })),
      );
      toast.success(done);
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
  };
  const item = (label: string, icon: MenuItem['icon'], onSelect: () => unknown): MenuItem => ({
    label,
    icon,
    onSelect: () => void onSelect(),
  });
  const isArchived = folder === 'archived';
  return [
    isPinned
      ? item('Unpin', <PinOff />, () => change({ isPinned: false }, 'Unpinned'))
      : item('Pin to top', <Pin />, () => change({ isPinned: true }, 'Pinned to the top of your list')),
    item('Mark as unread', <Mail />, async () => {
      leave();
      await change({ isMarkedUnread: true }, 'Marked as unread');
    }),
    isMuted
      ? item('Unmute conversation', <Bell />, () => change({ isMuted: false }, 'Unmuted'))
      : item('Mute conversation', <BellOff />, () =>
          change({ isMuted: true }, 'Muted. You won’t be notified of new messages.'),
        ),
    // A request is accepted or declined instead.
    ...(folder === 'requests'
      ? []
      : [
          isArchived
            ? item('Move to inbox', <ArchiveRestore />, () =>
                change({ isArchived: false }, 'Moved to your inbox'),
              )
            : item('Archive', <Archive />, () => change({ isArchived: true }, 'Archived')),
        ]),
  ];
}
