import { limits } from '#config/limits.ts';
import type { Api } from '#services/http/api.ts';
import { getConversation, listConversations, listMessages } from '#services/talk/messages/messages.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { countWaiting } from '#services/talk/messages/inbox.ts';
import { conversationOpened, conversationsLoaded, waitingCounted } from '#state/messages/conversation.ts';
import type { AppStore } from '#state/store.ts';
import { messagesFetchStarted, messagesLoaded } from '#state/messages/message.ts';
import { loadedPage } from '#state/messages/message-thread.ts';

interface Loading {
  readonly api: Api;
  readonly query: Readonly<Record<string, string>>;
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}

async function loadConversation(id: string, { api, store }: Loading): Promise<void> {
  const [conversation, listed] = await Promise.all([
    getConversation(api, { params: { id } }),
    listMessages(api, { params: { id }, query: { offset: 0, limit: limits.pageSize } }),
  ]);
  const page = loadedPage(id, listed, selectAuthUser(store.getState())?._id);
  store.dispatch(conversationOpened(conversation));
  store.dispatch(messagesFetchStarted(id));
  store.dispatch(messagesLoaded({ ...page, total: listed.total, place: 'newest' }));
}

/** Loads the first page of conversations, and of the messages of the conversation in the URL. */
export async function loadMessages(loading: Loading): Promise<void> {
  const { api, query, store } = loading;
  const id = query['id'];
  const [page, waiting] = await Promise.all([
    listConversations(api, { query: { offset: 0, limit: limits.pageSize } }),
    countWaiting(api),
    // If the conversation no longer exists, the list still renders; the view shows the error.
    id === undefined ? undefined : loadConversation(id, loading).catch(() => undefined),
  ]);
  store.dispatch(conversationsLoaded({ page, place: 'instead' }));
  store.dispatch(waitingCounted(waiting));
}
