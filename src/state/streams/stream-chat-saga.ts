import { limits } from '#config/limits.ts';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import {
  getPrivateStreamChat,
  getPublicStreamChat,
  listStreamMessages,
} from '#services/talk/streams/chat.ts';
import { toProblem } from '#services/http/problem.ts';
import { onEvery, onLatest, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { selectConnection } from '../live/connection.ts';
import { live, liveEventAnswered } from '../live/live-events.ts';
import type { SagaDeps } from '../deps.ts';
import { readThread } from './stream-message-saga.ts';
import {
  selectStreamMessages,
  streamChatFailed,
  streamChatLoaded,
  streamChatOpened,
  streamConversationActivated,
  streamMessagesLoaded,
  streamMessagesRequested,
  streamMessageSendFailed,
} from './stream-message.ts';
import type { StreamMessageState } from './stream-message.ts';
import { findLastSeq, holeIn, isUnsigned } from './stream-thread.ts';

/** Everybody hears of a change at once, so what it makes them fetch is spread over this many milliseconds. */
const spreadMs = 1_500;
/** Events of several servers may overtake each other by a moment; after it, a missing message was lost. */
const patienceMs = 1_500;
/** Visitors have no live connection. */
const visitorMs = 5_000;
/** Someone who was away for longer reads the newest page instead of everything in between. */
const mostMissed = 300;

const readStore = (): Saga<StreamMessageState> =>
  read((state: { streamMessage?: StreamMessageState }) => selectStreamMessages(state));

/** Loads the rules of the chat on the page, and what the viewer may do in it. Returns its id. */
function* loadChat(deps: SagaDeps): Saga<string | null> {
  const { open } = yield* readStore();
  if (!open) return null;
  const call = open.kind === 'public' ? getPublicStreamChat : getPrivateStreamChat;
  try {
    const conversation = yield* wait(() => call(deps.api, { params: { id: open.streamId } }));
    if ((yield* readStore()).open?.streamId !== open.streamId) return null;
    yield* send(streamChatLoaded({ conversation, now: deps.now() }));
    return conversation._id;
  } catch (caught) {
    yield* send(streamChatFailed(toProblem(caught)));
    return null;
  }
}

interface Range {
  readonly after: number;
  readonly limit: number;
}
function* fetchAfter(deps: SagaDeps, conversationId: string, { after, limit }: Range): Saga<number> {
  const { data } = yield* wait(() =>
    listStreamMessages(deps.api, {
      params: { id: conversationId },
      query: { afterSeq: after, limit: Math.min(limit, limits.maxPageSize) },
    }),
  );
  yield* send(streamMessagesLoaded({ conversationId, data }));
  return data.length;
}

/** Fetches what was missed, by number. A failure leaves it to the next event or reconnect. */
function* catchUp(deps: SagaDeps, conversationId: string): Saga {
  const thread = yield* readThread(conversationId);
  const newest = thread.conversation?.lastSeq ?? 0;
  let after = holeIn(thread) ?? findLastSeq(thread);
  if (after === 0 || newest - after > mostMissed)
    return yield* send(streamMessagesRequested({ conversationId }));
  try {
    while (
      (yield* fetchAfter(deps, conversationId, { after, limit: limits.maxPageSize })) === limits.maxPageSize
    )
      after += limits.maxPageSize;
  } catch {
    return undefined;
  }
  return undefined;
}

/** Messages that wait: for those who look after the chat all of them, for others their own. */
function* loadHeld(deps: SagaDeps, conversationId: string): Saga {
  if ((yield* read(selectConnection)) === null) return;
  try {
    const { data } = yield* wait(() =>
      listStreamMessages(deps.api, {
        params: { id: conversationId },
        query: { held: 'true', limit: limits.maxPageSize },
      }),
    );
    yield* send(streamMessagesLoaded({ conversationId, data }));
  } catch {
    // They are fetched again with the next change of the chat.
  }
}

function* open(deps: SagaDeps): Saga {
  const conversationId = yield* loadChat(deps);
  if (conversationId === null) return;
  yield* send(streamConversationActivated(conversationId));
  yield* send(streamMessagesRequested({ conversationId }));
  yield* loadHeld(deps, conversationId);
  yield* readAsVisitor(deps, conversationId);
}

function* readAsVisitor(deps: SagaDeps, conversationId: string): Saga {
  while ((yield* readStore()).activeConversation === conversationId) {
    yield* pause(visitorMs);
    if ((yield* read(selectConnection)) === null && deps.isVisible()) yield* catchUp(deps, conversationId);
  }
}

/** After a reconnect or a change: the rules, what was missed, and what happened to messages that are here. */
function* refresh(deps: SagaDeps, { isWhole }: { readonly isWhole: boolean }): Saga {
  const conversationId = yield* loadChat(deps);
  if (conversationId === null) return;
  const thread = yield* readThread(conversationId);
  if (isWhole || (thread.conversation?.lastSeq ?? 0) > findLastSeq(thread))
    yield* catchUp(deps, conversationId);
  if (isWhole) yield* send(streamMessagesRequested({ conversationId }));
  yield* loadHeld(deps, conversationId);
}

/** Fetches messages with files whose addresses aren't for everybody. */
function* fetchFiles(deps: SagaDeps, conversationId: string, messages: readonly StreamMessage[]): Saga {
  const seqs = messages.filter((each) => isUnsigned(each) && each.seq > 0).map(({ seq }) => seq);
  if (seqs.length === 0) return;
  yield* pause(Math.random() * spreadMs);
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)];
  try {
    yield* fetchAfter(deps, conversationId, { after: first - 1, limit: last - first + 1 });
  } catch {
    // The message stays without its picture until the page is loaded again.
  }
}

export function* streamChatSaga(deps: SagaDeps): Saga {
  yield* onLatest(streamChatOpened, () => open(deps));
  yield* onLatest(liveEventAnswered, function* ({ payload: { event } }) {
    // A chat that is still being loaded misses nothing.
    if (event === 'stream/join' && (yield* readStore()).activeConversation !== null)
      yield* refresh(deps, { isWhole: true });
  });
  yield* onLatest(live['stream/chat-changed'], function* ({ payload: { conversationId } }) {
    if ((yield* readStore()).activeConversation !== conversationId) return;
    yield* pause(Math.random() * spreadMs);
    yield* refresh(deps, { isWhole: false });
  });
  yield* onEvery(live['stream/message'], function* ({ payload: { conversationId, messages } }) {
    if ((yield* readStore()).activeConversation === conversationId)
      yield* fetchFiles(deps, conversationId, messages);
  });
  yield* onLatest(live['stream/message'], function* ({ payload: { conversationId } }) {
    if (holeIn(yield* readThread(conversationId)) === null) return;
    yield* pause(patienceMs);
    if (holeIn(yield* readThread(conversationId)) !== null) yield* catchUp(deps, conversationId);
  });
  // Someone who may no longer write learns why.
  yield* onEvery(streamMessageSendFailed, function* ({ payload: { problem } }) {
    if (problem.status === 403) yield* loadChat(deps);
  });
}
