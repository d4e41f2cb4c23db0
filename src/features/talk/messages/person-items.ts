import { routes } from '#config/routes.ts';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { againstPerson } from '#components/people/accounts/person-menu.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { conversationItems } from './inbox/conversation-items.tsx';
import { muteItems } from './mute-items.tsx';

/** The menu of a conversation. For a creator, it loads whether their mass messages are muted. */
export async function conversationMenu(
  conversation: Conversation,
  deps: Parameters<typeof conversationItems>[1],
): Promise<MenuItem[]> {
  const { recipient } = conversation;
  return [
    ...conversationItems(conversation, deps),
    ...(recipient?.isPerformer ? await muteItems(deps.api, recipient) : []),
    ...(recipient ? againstPerson(recipient, routes.messages) : []),
  ];
}
