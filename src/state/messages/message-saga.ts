import { take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { ServerEvents } from '#contract/core/events.ts';
import type { Message } from '#contract/messages.ts';
import { texts } from '#lib/problem.ts';
import { deleteMessage, listMessages } from '#services/messages.ts';
import { toProblem } from '#services/http/problem.ts';
import { selectAuthUser } from '../session/auth.ts';
import { connectionRestored } from '../live/connection.ts';
import { conversationRechecked } from './conversation.ts';
import { onEvery, onLatest, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from '../live/live-events.ts';
import { covers, firstSeq, loadedPage } from './message-thread.ts';
import type { LoadedPage, Thread } from './message-thread.ts';
import {
  messageDeleted,
  messageDeleteFailed,
  messageDeleteRequested,
  messageJumpRequested,
  messagesCaughtUp,
  messagesChanged,
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

function* pageOf(
  conversationId: string,
  listed: { readonly data: readonly Message[]; readonly lastChange: number },
): Saga<LoadedPage> {
  return loadedPage(conversationId, listed, (yield* read(selectAuthUser))?._id);
}

interface Loading {
  readonly conversationId: string;
  readonly more?: boolean;
  readonly newer?: boolean;
  /** The position to load with its neighbors. */
  readonly around?: number;
}

/**
 * Loads the newest page, or the one before the loaded messages. Does nothing while a fetch for the
 * conversation is running (specification section 5).
 */
function* loadMessages(
  deps: SagaDeps,
  { conversationId, more = false, newer = false, around }: Loading,
): Saga {
  const thread = yield* threadOf(conversationId);
  if (thread.fetching) return;
  yield* send(messagesFetchStarted(conversationId));
  const before = more ? firstSeq(thread) : undefined;
  const [place, query] =
    around !== undefined
      ? (['around', { aroundSeq: around }] as const)
      : before !== undefined
        ? (['older', { beforeSeq: before }] as const)
        : newer
          ? (['newer', { afterSeq: thread.upTo }] as const)
          : (['newest', { offset: 0 }] as const);
  try {
    const listed = yield* wait(() =>
      listMessages(deps.api, conversationId, { limit: limits.pageSize, ...query }),
    );
    const page = yield* pageOf(conversationId, listed);
    yield* send(messagesLoaded({ ...page, total: listed.total, place }));
    yield* fillNewer(deps, conversationId);
    yield* fillHeard(deps, conversationId);
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

/**
 * Fetches everything newer than the known messages, page by page, oldest first. Returns the number of the
 * conversation's last change; null if nothing was fetched.
 */
function* catchUp(deps: SagaDeps, conversationId: string): Saga<number | null> {
  for (;;) {
    const { upTo, isBehind } = yield* threadOf(conversationId);
    // After a jump back, newer messages are loaded on request.
    if (isBehind) return null;
    const listed = yield* wait(() =>
      listMessages(deps.api, conversationId, { afterSeq: upTo, limit: limits.maxPageSize }),
    );
    if (listed.data.length > 0) yield* send(messagesCaughtUp(yield* pageOf(conversationId, listed)));
    if (listed.data.length === limits.maxPageSize) continue;
    yield* fillHeard(deps, conversationId);
    return listed.lastChange;
  }
}

/** Refetches the loaded messages, to show what was deleted or read during a disconnect. */
function* refreshShown(deps: SagaDeps, conversationId: string): Saga {
  const { items, upTo, isBehind } = yield* threadOf(conversationId);
  const limit = Math.min(limits.maxPageSize, Math.max(limits.pageSize, items.length));
  const place = isBehind ? { beforeSeq: upTo + 1 } : { offset: 0 };
  const listed = yield* wait(() => listMessages(deps.api, conversationId, { ...place, limit }));
  yield* send(messagesCaughtUp(yield* pageOf(conversationId, listed)));
  yield* fillHeard(deps, conversationId);
}

/** Fetches every change after the last known one, page by page. */
function* catchUpChanges(deps: SagaDeps, conversationId: string): Saga {
  const ownId = (yield* read(selectAuthUser))?._id;
  for (;;) {
    const { changes } = yield* threadOf(conversationId);
    const { data, lastChange } = yield* wait(() =>
      listMessages(deps.api, conversationId, { changedAfter: changes, limit: limits.maxPageSize }),
    );
    const last = data.at(-1)?.change ?? 0;
    const isMore = data.length === limits.maxPageSize;
    const upToChange = isMore ? last : Math.max(last, lastChange);
    yield* send(messagesChanged({ conversationId, data, ownId, upToChange }));
    if (!isMore) return;
  }
}

/** Fetches missed changes if this one doesn't directly follow the last known one. */
function* fillChanges(deps: SagaDeps, conversationId: string, change: number): Saga {
  const { upTo, changes, fetching } = yield* threadOf(conversationId);
  if (upTo === 0 || fetching || change <= changes) return;
  try {
    yield* catchUpChanges(deps, conversationId);
  } catch {
    // `changes` hasn't advanced, so the next change or connection tries again.
  }
}

/** Fetches messages that were received while the newest page was on its way, and those before them. */
function* fillNewer(deps: SagaDeps, conversationId: string): Saga {
  const { upTo, total, isBehind } = yield* threadOf(conversationId);
  if (!isBehind && upTo < total) yield* catchUp(deps, conversationId);
}

/** Fetches changes that were received while a page was on its way: they may be newer than the page. */
function* fillHeard(deps: SagaDeps, conversationId: string): Saga {
  yield* fillChanges(deps, conversationId, (yield* threadOf(conversationId)).heard);
}

/** Loads a message and its neighbors unless they are shown already. */
function* jump(deps: SagaDeps, { conversationId, seq }: { conversationId: string; seq: number }): Saga {
  for (;;) {
    const thread = yield* threadOf(conversationId);
    if (covers(thread, seq)) return;
    if (!thread.fetching) return yield* loadMessages(deps, { conversationId, around: seq });
    yield take([messagesLoaded.type, messagesFailed.type]);
  }
}

function* catchUpAll(deps: SagaDeps, first: boolean): Saga {
  const { conversationMap } = yield* read((state: { message?: MessageState }) => selectMessages(state));
  for (const [conversationId, { upTo, fetching }] of Object.entries(conversationMap)) {
    // A thread that is being fetched, or never was, has nothing to catch up on.
    if (upTo === 0 || fetching) continue;
    try {
      const lastChange = yield* catchUp(deps, conversationId);
      if (lastChange === null || lastChange > (yield* threadOf(conversationId)).changes)
        yield* catchUpChanges(deps, conversationId);
      if (!first) yield* refreshShown(deps, conversationId);
    } catch {
      // The connection is gone again; the next one catches up.
    }
  }
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
function* noticeDeletion(deletion: ServerEvents['message/deleted']): Saga {
  const { conversationId, messageId, change } = deletion;
  const me = yield* read(selectAuthUser);
  const thread = yield* threadOf(conversationId);
  const deleted = thread.items.find((each) => each._id === messageId);
  if (!deleted) return;
  yield* send(
    deleted.senderId === me?._id
      ? messageDeleted({ conversationId, messageId })
      : messageWithdrawn({ conversationId, messageId, change }),
  );
}

/** Fetches missed messages if a new one doesn't directly follow the last known position. */
function* fillGap(
  deps: SagaDeps,
  { conversationId, message }: { conversationId: string; message: Message },
): Saga {
  const { upTo, fetching, isBehind } = yield* threadOf(conversationId);
  if (upTo === 0 || fetching || message.seq <= upTo) return;
  // Sending a message returns to the newest ones.
  if (isBehind && (yield* read(selectAuthUser))?._id === message.senderId)
    return yield* loadMessages(deps, { conversationId });
  try {
    yield* catchUp(deps, conversationId);
  } catch {
    // The position hasn't moved, so the next message or connection tries again.
  }
}

export function* messageSaga(deps: SagaDeps): Saga {
  yield* onEvery(messagesRequested, ({ payload }) => loadMessages(deps, payload));
  yield* onLatest(messageJumpRequested, ({ payload }) => jump(deps, payload));
  yield* onEvery(messageDeleteRequested, ({ payload }) => remove(deps, payload));
  yield* onEvery(live['message/created'], ({ payload }) => fillGap(deps, payload));
  yield* onEvery(messageSent, ({ payload }) =>
    fillGap(deps, { conversationId: payload.conversationId, message: payload }),
  );
  yield* onEvery(live['message/updated'], ({ payload: { conversationId, message } }) =>
    fillChanges(deps, conversationId, message.change),
  );
  yield* onEvery(live['message/deleted'], function* ({ payload }) {
    yield* noticeDeletion(payload);
    yield* fillChanges(deps, payload.conversationId, payload.change);
  });
  yield* onEvery(conversationRechecked, ({ payload }) => refreshOpened(deps, payload._id));
  yield* onEvery(connectionRestored, ({ payload }) => catchUpAll(deps, payload.first));
}
