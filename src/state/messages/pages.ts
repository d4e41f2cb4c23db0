import { limits } from '#config/limits.ts';
import type { Api } from '#services/http/api.ts';
import type { QueryOf } from '#services/http/call.ts';
import { within } from '#services/http/patience.ts';
import { listConversations, listMessages } from '#services/talk/messages/messages.ts';
import { conversationsLoaded } from './conversation.ts';
import type { ConversationList } from './conversation-list.ts';
import { messagesLoaded } from './message.ts';
import { type AnsweredPage, loadedPage } from './message-thread.ts';

/*
 * How pages of conversations and messages are requested, and the actions that the answers become: for the sagas, and
 * for the server, which renders the first of them.
 */

/** Requests the first page of the list, or with `after` the next one. */
export async function fetchConversations(
  api: Api,
  { q, filter, listId, nextCursor, data }: ConversationList,
  place: 'instead' | 'after' | 'over',
): Promise<ReturnType<typeof conversationsLoaded>> {
  const next = nextCursor ? { cursor: nextCursor } : { offset: data.length };
  const query = {
    ...(place === 'after' ? next : { offset: 0 }),
    limit: limits.pageSize,
    q: q || undefined,
    ...(filter === 'all' ? {} : { filter }),
    ...(listId === null ? {} : { listId }),
  };
  return conversationsLoaded({ page: await listConversations(api, { query }), place });
}

type MessageQuery = QueryOf<'GET /messages/conversations/:id'>;

export const listPage = (api: Api, id: string, query: MessageQuery): ReturnType<typeof listMessages> =>
  within(listMessages(api, { params: { id }, query }));

/** Requests the newest page of messages unless told otherwise. Not shown are the user's own deleted ones. */
export async function fetchMessages(
  api: Api,
  { id, ownId }: { readonly id: string; readonly ownId: string | undefined },
  [place, query]: readonly [AnsweredPage['place'], MessageQuery] = ['newest', { offset: 0 }],
): Promise<ReturnType<typeof messagesLoaded>> {
  const listed = await listPage(api, id, { limit: limits.pageSize, ...query });
  return messagesLoaded({ ...loadedPage(id, listed, ownId), total: listed.total, place });
}
