import { all, call, take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { ServerEvents } from '#contract/core/events.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { texts } from '#lib/problem.ts';
import { deleteMessage } from '#services/talk/messages/messages.ts';
import { toProblem } from '#services/http/problem.ts';
import { selectAuthUser } from '../session/auth.ts';
import { connectionRestored } from '../live/connection.ts';
import { conversationRechecked } from './conversation.ts';
import { onEvery, onLatest, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from '../live/live-events.ts';
import { covers, firstSeq } from './message-thread.ts';
import { createMending, depths, list, pageOf, threadOf } from './gap-filling.ts';
import type { Mend } from './gap-filling.ts';
import {
  messageDeleted,
  messageDeleteFailed,
  messageDeleteRequested,
  messageJumpRequested,
  messageSent,
  messagesFailed,
  messagesFetchStarted,
  messagesLoaded,
  messagesRequested,
  messageWithdrawn,
  selectMessages,
} from './message.ts';
import type { MessageState } from './message.ts';
import { say } from '../notify.ts';
import type { SagaDeps } from '../deps.ts';

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
  mend: Mend,
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
    const listed = yield* list(deps, conversationId, { limit: limits.pageSize, ...query });
    const page = yield* pageOf(conversationId, listed);
    yield* send(messagesLoaded({ ...page, total: listed.total, place }));
    // What arrived while the page was on its way may be newer than the page.
    yield* mend(conversationId, depths.heard);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(messagesFailed({ conversationId, problem }));
    say(deps, problem, texts.errorOccurred);
  }
}

/** Loads a message and its neighbors unless they are shown already. */
function* jump(
  deps: SagaDeps,
  mend: Mend,
  { conversationId, seq }: { conversationId: string; seq: number },
): Saga {
  for (;;) {
    const thread = yield* threadOf(conversationId);
    if (covers(thread, seq)) return;
    if (!thread.fetching) return yield* loadMessages(deps, mend, { conversationId, around: seq });
    yield take([messagesLoaded.type, messagesFailed.type]);
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

/** A new message that doesn't directly follow the last known position tells that others are missing. */
function* noticeMessage(
  { deps, mend }: { deps: SagaDeps; mend: Mend },
  { conversationId, message }: { conversationId: string; message: Message },
): Saga {
  const { upTo, fetching, isBehind } = yield* threadOf(conversationId);
  if (message.seq <= upTo) return;
  // Sending a message returns to the newest ones.
  if (isBehind && !fetching && (yield* read(selectAuthUser))?._id === message.senderId)
    yield* loadMessages(deps, mend, { conversationId });
  else yield* mend(conversationId, depths.heard);
}

function* catchUpAll(mend: Mend, first: boolean): Saga {
  const { conversationMap } = yield* read((state: { message?: MessageState }) => selectMessages(state));
  const depth = first ? depths.missed : depths.all;
  yield all(Object.keys(conversationMap).map((id) => call(mend, id, depth)));
}

export function* messageSaga(deps: SagaDeps): Saga {
  const mend = createMending(deps);
  yield* onEvery(messagesRequested, ({ payload }) => loadMessages(deps, mend, payload));
  yield* onLatest(messageJumpRequested, ({ payload }) => jump(deps, mend, payload));
  yield* onEvery(messageDeleteRequested, ({ payload }) => remove(deps, payload));
  yield* onEvery(live['message/created'], ({ payload }) => noticeMessage({ deps, mend }, payload));
  yield* onEvery(messageSent, ({ payload }) =>
    noticeMessage({ deps, mend }, { conversationId: payload.conversationId, message: payload }),
  );
  yield* onEvery(live['message/updated'], ({ payload }) => mend(payload.conversationId, depths.heard));
  yield* onEvery(live['message/deleted'], function* ({ payload }) {
    yield* noticeDeletion(payload);
    yield* mend(payload.conversationId, depths.heard);
  });
  yield* onEvery(conversationRechecked, ({ payload }) => mend(payload._id, depths.all));
  yield* onEvery(connectionRestored, ({ payload }) => catchUpAll(mend, payload.first));
}
