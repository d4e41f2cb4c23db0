import { call, race, spawn, take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { Conversation, Message } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import {
  countUnread,
  createConversation,
  getConversation,
  listConversations,
  readAll,
} from '#services/messages.ts';
import { toProblem } from '#services/http/problem.ts';
import { selectAuthUser } from '../session/auth.ts';
import { connectionRestored } from '../live/connection.ts';
import {
  conversationArrived,
  conversationClosed,
  conversationGone,
  conversationOpened,
  conversationOpenFailed,
  conversationOpenRequested,
  conversationRead,
  conversationReadByOther,
  conversationRechecked,
  conversationRefreshed,
  conversationSeen,
  conversationsFailed,
  conversationsLoaded,
  conversationsRequested,
  conversationTouched,
  selectConversation,
  selectConversationList,
  selectConversationState,
  typingEnded,
  typingNoticed,
} from './conversation.ts';
import type { ConversationRef, ConversationState } from './conversation.ts';
import { onEvery, onLatest, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from '../live/live-events.ts';
import { messageSent, messagesRequested, selectThread } from './message.ts';
import type { MessageState } from './message.ts';
import { say } from '../notify.ts';
import { unreadChanged, unreadCounted } from './unread.ts';
import type { SagaDeps } from '../deps.ts';

type Rooted = { readonly conversation?: ConversationState };

/** How long "is writing" stays after the last sign of it. */
const typingMs = 5_000;
/** Messages that come in a burst are marked read together. */
const readPauseMs = 300;

function* loadConversations(deps: SagaDeps, more: boolean): Saga {
  const { q, nextCursor, data } = yield* read(selectConversationList);
  const place = more ? (nextCursor ? { cursor: nextCursor } : { offset: data.length }) : { offset: 0 };
  try {
    const page = yield* wait(() =>
      listConversations(deps.api, { ...place, limit: limits.pageSize, q: q || undefined }),
    );
    yield* send(conversationsLoaded({ page, place: more ? 'after' : 'instead' }));
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(conversationsFailed({ problem, more }));
    say(deps, problem, texts.errorOccurred);
  }
}

/** Its count goes, and with it as much of the total. */
function* zero(id: string): Saga {
  const known = yield* read((state: Rooted) => selectConversation(state, id));
  yield* send(conversationRead(id));
  yield* send(unreadChanged(-(known?.totalNotSeenMessages ?? 0)));
}

function* markRead(deps: SagaDeps, id: string): Saga {
  try {
    yield* wait(() => readAll(deps.api, id));
    yield* zero(id);
  } catch {
    // The count stays, which is the truth; the next look at the conversation tries again.
  }
}

function* openConversation(deps: SagaDeps, ref: ConversationRef): Saga {
  try {
    const known = 'id' in ref ? yield* read((state: Rooted) => selectConversation(state, ref.id)) : undefined;
    const opened =
      known ??
      (yield* wait(() =>
        'id' in ref ? getConversation(deps.api, ref.id) : createConversation(deps.api, ref),
      ));
    yield* send(conversationOpened(opened));
    // The server may have sent them with the page; what has come since is caught up with as soon as events
    // are heard.
    const { upTo } = yield* read((state: { message?: MessageState }) => selectThread(state, opened._id));
    if (upTo === 0) yield* send(messagesRequested({ conversationId: opened._id }));
    // By itself: reading on somewhere else doesn't undo that this was seen.
    yield spawn(markRead, deps, opened._id);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(conversationOpenFailed(problem));
    say(deps, problem, texts.errorOccurred);
  }
}

/** Somebody who leaves before it is open isn't in it: what comes later must not count as seen. */
function* openUnlessClosed(deps: SagaDeps, ref: ConversationRef): Saga {
  const closes = (action: unknown) =>
    conversationClosed.match(action) && 'id' in ref && action.payload === ref.id;
  yield race([call(openConversation, deps, ref), take(closes)]);
}

function* recount(deps: SagaDeps): Saga {
  try {
    const { total } = yield* wait(() => countUnread(deps.api));
    yield* send(unreadCounted(total));
  } catch {
    // The number shown is the last one known.
  }
}

/** Someone wrote in a conversation that isn't in the list yet. */
function* fetchArrived(deps: SagaDeps, id: string): Saga {
  try {
    yield* send(conversationArrived(yield* wait(() => getConversation(deps.api, id))));
  } catch {
    // It appears with the next load of the list.
  }
  yield* recount(deps);
}

/** The other side's message, in a conversation that may be open in front of the person. */
function* noticeTheirs(deps: SagaDeps, known: Conversation, message: Message): Saga {
  const { activeConversation } = yield* read(selectConversationState);
  const looking = activeConversation === known._id && deps.isVisible();
  // A list loaded since may have counted it already.
  const unread = !looking && message.seq > known.lastSeq;
  yield* send(conversationTouched({ message, unread }));
  if (unread) yield* send(unreadChanged(1));
  if (looking) yield* send(conversationSeen(known._id));
}

function* noticeMessage(
  deps: SagaDeps,
  { conversationId, message }: { conversationId: string; message: Message },
): Saga {
  const me = yield* read(selectAuthUser);
  const known = yield* read((state: Rooted) => selectConversation(state, conversationId));
  const mine = message.senderId === me?._id;
  if (!mine) yield* send(typingEnded(conversationId));
  if (!known) yield* fetchArrived(deps, conversationId);
  else if (mine) yield* send(conversationTouched({ message, unread: false }));
  else yield* noticeTheirs(deps, known, message);
}

function* noticeReading(
  deps: SagaDeps,
  { conversationId, readerId, seq }: { conversationId: string; readerId: string; seq: number },
): Saga {
  const me = yield* read(selectAuthUser);
  if (readerId !== me?._id) return yield* send(conversationReadByOther({ conversationId, seq }));
  const known = yield* read((state: Rooted) => selectConversation(state, conversationId));
  if (known) yield* zero(conversationId);
  else yield* recount(deps);
}

/** A message was taken back: what stood for it in the list, or counted as unread, is another now. */
function* noticeDeletion(
  deps: SagaDeps,
  { conversationId, seq }: { conversationId: string; seq: number },
): Saga {
  const known = yield* read((state: Rooted) => selectConversation(state, conversationId));
  if (!known || (known.lastMessage?.seq !== seq && known.totalNotSeenMessages === 0)) return;
  try {
    yield* send(conversationRefreshed(yield* wait(() => getConversation(deps.api, conversationId))));
  } catch {
    // The list shows the old line until it is loaded again.
  }
  if (known.totalNotSeenMessages > 0) yield* recount(deps);
}

/** The newest part of the list again, over what is shown. */
function* refreshList(deps: SagaDeps): Saga {
  const { q } = yield* read(selectConversationList);
  try {
    const page = yield* wait(() =>
      listConversations(deps.api, { offset: 0, limit: limits.pageSize, q: q || undefined }),
    );
    yield* send(conversationsLoaded({ page, place: 'over' }));
  } catch {
    // The next cut or visit catches up.
  }
}

/**
 * What this account and another may see of each other has changed: bought, followed, blocked or unblocked.
 */
function* noticeAccess(deps: SagaDeps, { performerId }: { performerId: string }): Saga {
  const { mapping } = yield* read(selectConversationState);
  const known = Object.values(mapping).find((each) => each.recipient?._id === performerId);
  // Perhaps one that came back.
  if (!known) return yield* refreshList(deps);
  try {
    yield* send(conversationRechecked(yield* wait(() => getConversation(deps.api, known._id))));
  } catch (caught) {
    if (toProblem(caught).status !== 404) return undefined;
    yield* send(conversationGone(known._id));
    yield* recount(deps);
  }
  return undefined;
}

/** "is writing" goes when no further sign has come meanwhile. */
function* noticeTyping(deps: SagaDeps, conversationId: string): Saga {
  yield* send(typingNoticed({ conversationId, until: deps.now() + typingMs }));
  yield* pause(typingMs);
  const { typing } = yield* read(selectConversationState);
  if ((typing[conversationId] ?? Infinity) <= deps.now()) yield* send(typingEnded(conversationId));
}

/**
 * What events would have told, had they been heard; what is shown stays until the answer is there, and if
 * none comes. An empty list is caught up with too: the first message of all may have come between its loading
 * and the connection.
 */
function* catchUp(deps: SagaDeps, first: boolean): Saga {
  if (!first) yield* recount(deps);
  const { requesting } = yield* read(selectConversationList);
  // What is loading now may have been read before events were heard.
  if (requesting) yield take([conversationsLoaded.type, conversationsFailed.type]);
  yield* refreshList(deps);
}

export function* conversationSaga(deps: SagaDeps): Saga {
  yield* onLatest(conversationsRequested, ({ payload }) => loadConversations(deps, payload?.more === true));
  yield* onLatest(conversationOpenRequested, ({ payload }) => openUnlessClosed(deps, payload));
  yield* onLatest(conversationSeen, function* ({ payload }) {
    yield* pause(readPauseMs);
    yield* markRead(deps, payload);
  });
  yield* onEvery(live['message/created'], ({ payload }) => noticeMessage(deps, payload));
  yield* onEvery(messageSent, ({ payload }) =>
    noticeMessage(deps, { conversationId: payload.conversationId, message: payload }),
  );
  yield* onEvery(live['message/deleted'], ({ payload }) => noticeDeletion(deps, payload));
  yield* onEvery(live['conversation/read'], ({ payload }) => noticeReading(deps, payload));
  yield* onEvery(live['conversation/typing'], ({ payload }) => noticeTyping(deps, payload.conversationId));
  yield* onEvery(live['access/changed'], function* ({ payload }) {
    if ((yield* read(selectConversationList)).asked) yield* noticeAccess(deps, payload);
  });
  yield* onLatest(connectionRestored, function* ({ payload }) {
    if ((yield* read(selectConversationList)).asked) yield* catchUp(deps, payload.first);
    else if (!payload.first) yield* recount(deps);
  });
}
