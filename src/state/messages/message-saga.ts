import type { Tokens } from '#lib/units.ts';
import { limits } from '#config/limits.ts';
import type { Message } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import { deleteMessage, listMessages, sendMessage } from '#services/messages.ts';
import { toProblem } from '#services/http/problem.ts';
import { selectAuthUser } from '../session/auth.ts';
import { connectionRestored } from '../live/connection.ts';
import { conversationRechecked } from './conversation.ts';
import { onEvery, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from '../live/live-events.ts';
import { firstSeq, loadedPage } from './message-thread.ts';
import type { LoadedPage, Thread } from './message-thread.ts';
import {
  messageDeleted,
  messageDeleteFailed,
  messageDeleteRequested,
  messageRetryRequested,
  messagesCaughtUp,
  messageSendFailed,
  messageSendRequested,
  messageSent,
  messagesFailed,
  messagesFetchStarted,
  messagesLoaded,
  messagesRequested,
  messageWithdrawn,
  selectMessages,
  selectThread,
} from './message.ts';
import type { MessageState } from './message.ts';
import { say } from '../notify.ts';
import type { SagaDeps } from '../deps.ts';

function* threadOf(conversationId: string): Saga<Thread> {
  return yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
}

function* pageOf(conversationId: string, listed: readonly Message[]): Saga<LoadedPage> {
  return loadedPage(conversationId, listed, (yield* read(selectAuthUser))?._id);
}

/**
 * Loads the newest page, or the one before the loaded messages. Does nothing while a fetch for the
 * conversation is running (specification section 5).
 */
function* loadMessages(
  deps: SagaDeps,
  { conversationId, more = false }: { conversationId: string; more?: boolean },
): Saga {
  const thread = yield* threadOf(conversationId);
  if (thread.fetching) return;
  yield* send(messagesFetchStarted(conversationId));
  const before = more ? firstSeq(thread) : undefined;
  try {
    const { data, total } = yield* wait(() =>
      listMessages(deps.api, conversationId, {
        limit: limits.pageSize,
        ...(before === undefined ? { offset: 0 } : { beforeSeq: before }),
      }),
    );
    const page = yield* pageOf(conversationId, data);
    yield* send(messagesLoaded({ ...page, total, isMore: data.length > 0 && page.from > 1 }));
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(messagesFailed({ conversationId, problem }));
    say(deps, problem, texts.errorOccurred);
  }
}

/** Refetches the loaded messages after access to the other person has changed. */
function* refreshOpened(deps: SagaDeps, conversationId: string): Saga {
  const { upTo, fetching } = yield* threadOf(conversationId);
  if (upTo === 0 || fetching) return;
  try {
    yield* refreshShown(deps, conversationId);
  } catch {
    // Keep the loaded messages until the conversation is reopened.
  }
}

/** Fetches everything newer than the known messages, page by page, oldest first. */
function* catchUp(deps: SagaDeps, conversationId: string): Saga {
  for (;;) {
    const { upTo } = yield* threadOf(conversationId);
    const { data } = yield* wait(() =>
      listMessages(deps.api, conversationId, { afterSeq: upTo, limit: limits.maxPageSize }),
    );
    if (data.length === 0) return;
    yield* send(messagesCaughtUp(yield* pageOf(conversationId, data)));
    if (data.length < limits.maxPageSize) return;
  }
}

/** Refetches the loaded messages, to show what was deleted or read during a disconnect. */
function* refreshShown(deps: SagaDeps, conversationId: string): Saga {
  const { items } = yield* threadOf(conversationId);
  const limit = Math.min(limits.maxPageSize, Math.max(limits.pageSize, items.length));
  const { data } = yield* wait(() => listMessages(deps.api, conversationId, { offset: 0, limit }));
  yield* send(messagesCaughtUp(yield* pageOf(conversationId, data)));
}

function* catchUpAll(deps: SagaDeps, first: boolean): Saga {
  const { conversationMap } = yield* read((state: { message?: MessageState }) => selectMessages(state));
  for (const [conversationId, { upTo, fetching }] of Object.entries(conversationMap)) {
    // A thread that is being fetched, or never was, has nothing to catch up on.
    if (upTo === 0 || fetching) continue;
    try {
      yield* catchUp(deps, conversationId);
      if (!first) yield* refreshShown(deps, conversationId);
    } catch {
      // The connection is gone again; the next one catches up.
    }
  }
}

interface Outgoing extends Pick<Message, 'conversationId' | 'text'> {
  readonly clientId: string;
  readonly files?: readonly { readonly _id: string }[];
  readonly price?: Tokens;
}

function* sendOut(deps: SagaDeps, { conversationId, clientId, text, files = [], price = 0 }: Outgoing): Saga {
  const attached = files.length > 0 ? { files: files.map((file) => file._id), price } : {};
  try {
    yield* send(
      messageSent(yield* wait(() => sendMessage(deps.api, conversationId, { text, clientId, ...attached }))),
    );
  } catch (caught) {
    // Stored in state, where the message shows it; no toast (specification section 8).
    yield* send(messageSendFailed({ conversationId, clientId, problem: toProblem(caught) }));
  }
}

function* sendAgain(
  deps: SagaDeps,
  { conversationId, clientId }: { conversationId: string; clientId: string },
): Saga {
  const thread = yield* threadOf(conversationId);
  const failed = thread.items.find((each) => each.clientId === clientId && each.status !== 'sent');
  if (failed) yield* sendOut(deps, { ...failed, clientId });
}

function* remove(
  deps: SagaDeps,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Saga {
  try {
    yield* wait(() => deleteMessage(deps.api, messageId));
    yield* send(messageDeleted({ conversationId, messageId }));
  } catch (caught) {
    yield* send(messageDeleteFailed({ conversationId, messageId, problem: toProblem(caught) }));
  }
}

/**
 * A message was deleted: in another tab of the sender it disappears, while the recipient sees a placeholder.
 */
function* noticeDeletion({ conversationId, messageId }: { conversationId: string; messageId: string }): Saga {
  const me = yield* read(selectAuthUser);
  const thread = yield* threadOf(conversationId);
  const deleted = thread.items.find((each) => each._id === messageId);
  if (!deleted) return;
  yield* send(
    deleted.senderId === me?._id
      ? messageDeleted({ conversationId, messageId })
      : messageWithdrawn({ conversationId, messageId }),
  );
}

/** Fetches missed messages if a new one doesn't directly follow the last known position. */
function* fillGap(
  deps: SagaDeps,
  { conversationId, message }: { conversationId: string; message: Message },
): Saga {
  const { upTo, fetching } = yield* threadOf(conversationId);
  if (upTo === 0 || fetching || message.seq <= upTo) return;
  try {
    yield* catchUp(deps, conversationId);
  } catch {
    // The position hasn't moved, so the next message or connection tries again.
  }
}

export function* messageSaga(deps: SagaDeps): Saga {
  yield* onEvery(messagesRequested, ({ payload }) => loadMessages(deps, payload));
  yield* onEvery(messageSendRequested, ({ payload }) => sendOut(deps, payload));
  yield* onEvery(messageRetryRequested, ({ payload }) => sendAgain(deps, payload));
  yield* onEvery(messageDeleteRequested, ({ payload }) => remove(deps, payload));
  yield* onEvery(live['message/created'], ({ payload }) => fillGap(deps, payload));
  yield* onEvery(messageSent, ({ payload }) =>
    fillGap(deps, { conversationId: payload.conversationId, message: payload }),
  );
  yield* onEvery(live['message/deleted'], ({ payload }) => noticeDeletion(payload));
  yield* onEvery(conversationRechecked, ({ payload }) => refreshOpened(deps, payload._id));
  yield* onEvery(connectionRestored, ({ payload }) => catchUpAll(deps, payload.first));
}
