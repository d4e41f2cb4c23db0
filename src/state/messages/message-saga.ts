import { all, call, take } from 'redux-saga/effects';
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
import { createGapFilling, depths, readThread } from './gap-filling.ts';
import type { FillGaps } from './gap-filling.ts';
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
import { fetchMessages } from './pages.ts';
import { toastProblem } from '../notify.ts';
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
  fillGaps: FillGaps,
  { conversationId, more = false, newer = false, around }: Loading,
): Saga {
  const thread = yield* readThread(conversationId);
  if (thread.fetching) return;
  yield* send(messagesFetchStarted(conversationId));
  const before = more ? firstSeq(thread) : undefined;
  const which =
    around !== undefined
      ? (['around', { aroundSeq: around }] as const)
      : before !== undefined
        ? (['older', { beforeSeq: before }] as const)
        : newer
          ? (['newer', { afterSeq: thread.upTo }] as const)
          : (['newest', { offset: 0 }] as const);
  try {
    const ownId = (yield* read(selectAuthUser))?._id;
    yield* send(yield* wait(() => fetchMessages(deps.api, { id: conversationId, ownId }, which)));
    // What arrived while the page was on its way may be newer than the page.
    yield* fillGaps(conversationId, depths.announced);
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(messagesFailed({ conversationId, problem }));
    toastProblem(deps, problem, texts.errorOccurred);
  }
}

/** Loads a message and its neighbors unless they are shown already. */
function* jump(
  deps: SagaDeps,
  fillGaps: FillGaps,
  { conversationId, seq }: { conversationId: string; seq: number },
): Saga {
  for (;;) {
    const thread = yield* readThread(conversationId);
    if (covers(thread, seq)) return;
    if (!thread.fetching) return yield* loadMessages(deps, fillGaps, { conversationId, around: seq });
    yield take([messagesLoaded.type, messagesFailed.type]);
  }
}

function* remove(
  deps: SagaDeps,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Saga {
  try {
    yield* wait(() => deleteMessage(deps.api, { params: { id: messageId } }));
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
  const thread = yield* readThread(conversationId);
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
  { deps, fillGaps }: { deps: SagaDeps; fillGaps: FillGaps },
  { conversationId, message }: { conversationId: string; message: Message },
): Saga {
  const { upTo, fetching, isBehind } = yield* readThread(conversationId);
  if (message.seq <= upTo) return;
  // Sending a message returns to the newest ones.
  if (isBehind && !fetching && (yield* read(selectAuthUser))?._id === message.senderId)
    yield* loadMessages(deps, fillGaps, { conversationId });
  else yield* fillGaps(conversationId, depths.announced);
}

function* catchUpAll(fillGaps: FillGaps, first: boolean): Saga {
  const { conversationMap } = yield* read((state: { message?: MessageState }) => selectMessages(state));
  const depth = first ? depths.missed : depths.all;
  yield all(Object.keys(conversationMap).map((id) => call(fillGaps, id, depth)));
}

export function* messageSaga(deps: SagaDeps): Saga {
  const fillGaps = createGapFilling(deps);
  yield* onEvery(messagesRequested, ({ payload }) => loadMessages(deps, fillGaps, payload));
  yield* onLatest(messageJumpRequested, ({ payload }) => jump(deps, fillGaps, payload));
  yield* onEvery(messageDeleteRequested, ({ payload }) => remove(deps, payload));
  yield* onEvery(live['message/created'], ({ payload }) => noticeMessage({ deps, fillGaps }, payload));
  yield* onEvery(messageSent, ({ payload }) =>
    noticeMessage({ deps, fillGaps }, { conversationId: payload.conversationId, message: payload }),
  );
  yield* onEvery(live['message/updated'], ({ payload }) =>
    fillGaps(payload.conversationId, depths.announced),
  );
  yield* onEvery(live['message/deleted'], function* ({ payload }) {
    yield* noticeDeletion(payload);
    yield* fillGaps(payload.conversationId, depths.announced);
  });
  yield* onEvery(conversationRechecked, ({ payload }) => fillGaps(payload._id, depths.all));
  yield* onEvery(connectionRestored, ({ payload }) => catchUpAll(fillGaps, payload.first));
}
