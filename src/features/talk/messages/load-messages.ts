import type { Api } from '#services/http/api.ts';
import { countWaiting } from '#services/talk/messages/inbox.ts';
import { getConversation } from '#services/talk/messages/messages.ts';
import { conversationOpened, selectConversationList, waitingCounted } from '#state/messages/conversation.ts';
import { messagesFetchStarted } from '#state/messages/message.ts';
import { fetchConversations, fetchMessages } from '#state/messages/pages.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import type { AppStore } from '#state/store.ts';

interface Loading {
  readonly api: Api;
  readonly query: Readonly<Record<string, string>>;
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}

async function openConversation(api: Api, id: string, ownId: string | undefined) {
  const [conversation, messages] = await Promise.all([
    getConversation(api, { params: { id } }),
    fetchMessages(api, { id, ownId }),
  ]);
  return [conversationOpened(conversation), messagesFetchStarted(id), messages];
}

/** Loads the first page of conversations, and of the messages of the conversation in the URL. */
export async function loadMessages({ api, query: { id }, store }: Loading): Promise<void> {
  const state = store.getState();
  const [list, waiting, opened] = await Promise.all([
    fetchConversations(api, selectConversationList(state), 'instead'),
    countWaiting(api),
    // If the conversation no longer exists, the list still renders; the view shows the error.
    id === undefined ? [] : openConversation(api, id, selectAuthUser(state)?._id).catch(() => []),
  ]);
  for (const action of [...opened, list, waitingCounted(waiting)]) store.dispatch(action);
}
