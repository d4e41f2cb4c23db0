import { call, race, spawn, take } from 'redux-saga/effects';
import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import { texts } from '#lib/problem.ts';
import {
  countUnread,
  createConversation,
  getConversation,
  readAll,
} from '#services/talk/messages/messages.ts';
import { countWaiting } from '#services/talk/messages/inbox.ts';
import { toProblem } from '#services/http/problem.ts';
import { selectAuthUser } from '../session/auth.ts';
import { orAgain } from '../live/catching-up.ts';
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
  isOutdated,
  selectConversation,
  selectConversationList,
  selectConversationState,
  typingEnded,
  typingNoticed,
  waitingCounted,
} from './conversation.ts';
import type { ConversationRef, ConversationState } from './conversation.ts';
import { onEvery, onLatest, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from '../live/live-events.ts';
import { messageSendFailed, messageSent, messagesRequested, selectThread } from './message.ts';
import type { MessageState } from './message.ts';
import { toastProblem } from '../notify.ts';
import { isSameList, unreadIn } from './conversation-list.ts';
import { fetchConversations } from './pages.ts';
import { isCurrent, markOpenSeen, retryUntilCurrent } from './stale-answers.ts';
import { selectUnreadTotal, unreadChanged, unreadCounted } from './unread.ts';
import type { SagaDeps } from '../deps.ts';

type Rooted = { readonly conversation?: ConversationState };

/** How long the typing indicator remains after the last typing event, in milliseconds. */
const typingMs = 5_000;
/** Messages that arrive in a burst are marked as read together, after this many milliseconds. */
const readPauseMs = 300;

const fetchOne = ({ api }: SagaDeps, id: string) => getConversation(api, { params: { id } });

function* loadConversations(deps: SagaDeps, more: boolean): Saga {
  const list = yield* read(selectConversationList);
  try {
    const before = yield* read(selectConversationState);
    const loaded = yield* wait(() => fetchConversations(deps.api, list, more ? 'after' : 'instead'));
    yield* send(loaded);
    const { mapping } = yield* read(selectConversationState);
    if (!more && !isCurrent(before.mapping, mapping, loaded.payload.page.data)) yield* refreshList(deps);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(conversationsFailed({ problem, more }));
    toastProblem(deps, problem, texts.errorOccurred);
  }
}

/** Clears the conversation's unread count and subtracts it from the total. */
function* zero(id: string): Saga {
  const known = yield* read((state: Rooted) => selectConversation(state, id));
  yield* send(conversationRead(id));
  yield* send(unreadChanged(known ? -unreadIn(known) : 0));
}

/** Until it succeeds, catching up finds the messages unread and tries again. */
const markRead = (deps: SagaDeps, id: string): Saga =>
  orAgain(function* () {
    yield* wait(() => readAll(deps.api, { params: { id } }));
    yield* zero(id);
  });

function* openConversation(deps: SagaDeps, ref: ConversationRef): Saga {
  try {
    const known = 'id' in ref ? yield* read((state: Rooted) => selectConversation(state, ref.id)) : undefined;
    const opened =
      known ??
      (yield* wait(() =>
        'id' in ref ? fetchOne(deps, ref.id) : createConversation(deps.api, { body: ref }),
      ));
    yield* send(conversationOpened(opened));
    // The server may have rendered the page with messages. Newer ones are fetched once events are received.
    const { isLoaded } = yield* read((state: { message?: MessageState }) => selectThread(state, opened._id));
    if (!isLoaded) yield* send(messagesRequested({ conversationId: opened._id }));
    // Spawned, so that opening another conversation doesn't cancel it.
    yield spawn(markRead, deps, opened._id);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(conversationOpenFailed(problem));
    toastProblem(deps, problem, texts.errorOccurred);
  }
}

/**
 * If the user leaves before the conversation has opened, messages that arrive later must not count as read.
 */
function* openUnlessClosed(deps: SagaDeps, ref: ConversationRef): Saga {
  const closes = (action: unknown) =>
    conversationClosed.match(action) && 'id' in ref && action.payload === ref.id;
  yield race([call(openConversation, deps, ref), take(closes)]);
}

/** Until it succeeds, the last known numbers stay. */
const recount = (deps: SagaDeps): Saga =>
  orAgain(function* () {
    yield* retryUntilCurrent(function* () {
      const before = yield* read(selectUnreadTotal);
      const { total } = yield* wait(() => countUnread(deps.api));
      const isSame = (yield* read(selectUnreadTotal)) === before;
      yield* send(unreadCounted(total));
      return isSame;
    });
    if ((yield* read(selectConversationList)).requested)
      yield* send(waitingCounted(yield* wait(() => countWaiting(deps.api))));
  });

/** A message arrived in a conversation that isn't in the list yet. */
function* fetchArrived(deps: SagaDeps, id: string): Saga {
  yield* orAgain(function* () {
    yield* send(conversationArrived(yield* wait(() => fetchOne(deps, id))));
  });
  yield* recount(deps);
}

/** A message from the other person, in a conversation that may be open. */
function* noticeTheirs(deps: SagaDeps, known: Conversation, message: Message): Saga {
  const { activeConversation } = yield* read(selectConversationState);
  const looking = activeConversation === known._id && deps.isVisible();
  // The list may have been reloaded in the meantime and already include it.
  const unread = !looking && message.seq > known.lastSeq;
  yield* send(conversationTouched({ message, unread }));
  if (unread && known.folder === 'inbox') yield* send(unreadChanged(1));
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
  // A message may have brought an archived conversation back.
  if (!known || (known.folder === 'archived' && message.seq > known.lastSeq))
    yield* fetchArrived(deps, conversationId);
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

const refresh = (deps: SagaDeps, id: string): Saga =>
  orAgain(() =>
    retryUntilCurrent(function* () {
      const answer = yield* wait(() => fetchOne(deps, id));
      const known = yield* read((state: Rooted) => selectConversation(state, id));
      yield* send(conversationRefreshed(answer));
      return !isOutdated(known, answer);
    }),
  );

/** A deleted message may have been the preview in the list or counted as unread. */
function* noticeDeletion(
  deps: SagaDeps,
  { conversationId, seq }: { conversationId: string; seq: number },
): Saga {
  const known = yield* read((state: Rooted) => selectConversation(state, conversationId));
  if (!known || (known.lastMessage?.seq !== seq && known.totalNotSeenMessages === 0)) return;
  yield* refresh(deps, conversationId);
  if (known.totalNotSeenMessages > 0) yield* recount(deps);
}

/** Refetches the newest part of the list. */
const refreshList = (deps: SagaDeps): Saga =>
  orAgain(() =>
    retryUntilCurrent(function* () {
      const { list, mapping: before } = yield* read(selectConversationState);
      const loaded = yield* wait(() => fetchConversations(deps.api, list, 'over'));
      const { list: shown, mapping } = yield* read(selectConversationState);
      // The user may have chosen another list in the meantime.
      if (!isSameList(list, shown)) return true;
      yield* send(loaded);
      yield* markOpenSeen(deps);
      return isCurrent(before, mapping, loaded.payload.page.data);
    }),
  );

/** Access between this account and another has changed: a purchase, follow, block or unblock. */
function* noticeAccess(deps: SagaDeps, { performerId }: { performerId: string }): Saga {
  const { mapping } = yield* read(selectConversationState);
  const known = Object.values(mapping).find((each) => each.recipient?._id === performerId);
  // The conversation may have reappeared after an unblock.
  if (!known) return yield* refreshList(deps);
  return yield* orAgain(function* () {
    try {
      yield* send(conversationRechecked(yield* wait(() => fetchOne(deps, known._id))));
    } catch (caught) {
      if (toProblem(caught).status !== 404) throw caught;
      yield* send(conversationGone(known._id));
      yield* recount(deps);
    }
  });
}

/** The conversation's request was answered, or another tab organized it. */
function* noticeChange(deps: SagaDeps, conversationId: string): Saga {
  if (!(yield* read(selectConversationList)).requested) return yield* recount(deps);
  yield* refresh(deps, conversationId);
  return yield* recount(deps);
}

/** Hides the typing indicator unless another typing event has arrived. */
function* noticeTyping(deps: SagaDeps, conversationId: string): Saga {
  yield* send(typingNoticed({ conversationId, until: deps.now() + typingMs }));
  yield* pause(typingMs);
  const { typing } = yield* read(selectConversationState);
  if ((typing[conversationId] ?? Infinity) <= deps.now()) yield* send(typingEnded(conversationId));
}

/**
 * Fetches what missed events would have reported; until then, or if that fails, the current list stays. An
 * empty list is refetched too, because the very first message may have arrived between loading it and
 * connecting.
 */
function* catchUp(deps: SagaDeps, first: boolean): Saga {
  if (!first) yield* recount(deps);
  const { requesting } = yield* read(selectConversationList);
  // A response that is still pending may predate the connection.
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
  yield* onEvery(messageSent, function* ({ payload }) {
    const { conversationId } = payload;
    yield* noticeMessage(deps, { conversationId, message: payload });
    const known = yield* read((state: Rooted) => selectConversation(state, conversationId));
    // A first message is a request now. Shown even if the event that tells so is lost.
    if (known?.firstMessage) yield* refresh(deps, conversationId);
  });
  yield* onEvery(live['message/deleted'], ({ payload }) => noticeDeletion(deps, payload));
  yield* onEvery(live['conversation/read'], ({ payload }) => noticeReading(deps, payload));
  yield* onEvery(live['conversation/changed'], ({ payload }) => noticeChange(deps, payload.conversationId));
  // The creator asks new people to pay now, which the message form shows.
  yield* onEvery(messageSendFailed, function* ({ payload: { problem, conversationId } }) {
    if (problem.code === 'price_changed') yield* noticeChange(deps, conversationId);
  });
  yield* onEvery(live['conversation/typing'], ({ payload }) => noticeTyping(deps, payload.conversationId));
  yield* onEvery(live['access/changed'], function* ({ payload }) {
    if ((yield* read(selectConversationList)).requested) yield* noticeAccess(deps, payload);
  });
  yield* onLatest(connectionRestored, function* ({ payload }) {
    if ((yield* read(selectConversationList)).requested) yield* catchUp(deps, payload.first);
    else if (!payload.first) yield* recount(deps);
  });
}
