import { limits } from '#config/limits.ts';
import { texts } from '#lib/problem.ts';
import { deleteMessage } from '#services/talk/messages/messages.ts';
import {
  listStreamMessages,
  sendPrivateStreamMessage,
  sendPublicStreamMessage,
} from '#services/talk/streams/chat.ts';
import { toProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import { onEvery, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { toastProblem } from '../notify.ts';
import {
  selectStreamThread,
  streamMessageDeleted,
  streamMessageDeleteFailed,
  streamMessageDeleteRequested,
  streamMessageRetryRequested,
  streamMessageSendFailed,
  streamMessageSendRequested,
  streamMessageSent,
  streamMessagesFailed,
  streamMessagesFetchStarted,
  streamMessagesLoaded,
  streamMessagesRequested,
  streamWaitBegan,
} from './stream-message.ts';
import type { StreamKind, StreamMessageState } from './stream-message.ts';
import { findFirstSeq } from './stream-thread.ts';
import type { StreamThread } from './stream-thread.ts';
import type { SagaDeps } from '../deps.ts';

interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
  readonly kind: StreamKind;
  readonly text: string;
}

export const readThread = (conversationId: string): Saga<StreamThread> =>
  read((state: { streamMessage?: StreamMessageState }) => selectStreamThread(state, conversationId));

function* load(
  deps: SagaDeps,
  { conversationId, earlier }: { readonly conversationId: string; readonly earlier?: boolean },
): Saga {
  const thread = yield* readThread(conversationId);
  const first = findFirstSeq(thread);
  if (thread.fetching || (earlier && first <= 1)) return;
  yield* send(streamMessagesFetchStarted(conversationId));
  try {
    const { data, total } = yield* wait(() =>
      listStreamMessages(deps.api, {
        params: { id: conversationId },
        query: { offset: 0, limit: limits.pageSize, ...(earlier ? { beforeSeq: first } : {}) },
      }),
    );
    yield* send(streamMessagesLoaded({ conversationId, data, ...(earlier ? {} : { total }) }));
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(streamMessagesFailed({ conversationId, problem }));
    toastProblem(deps, problem, texts.errorOccurred);
  }
}

/** In slow mode, the next message has to wait: after one that was sent, or as long as the server says. */
function* beginWait(deps: SagaDeps, conversationId: string, problem?: Problem): Saga {
  const { conversation } = yield* readThread(conversationId);
  const isSlow = conversation !== null && conversation.slowSeconds > 0 && !conversation.isModerator;
  const retryAfter = problem?.status === 429 ? Number(problem['retryAfter']) : 0;
  const seconds = problem ? retryAfter : isSlow ? conversation.slowSeconds : 0;
  if (seconds > 0) yield* send(streamWaitBegan({ conversationId, until: deps.now() + seconds * 1_000 }));
}

function* sendOut(deps: SagaDeps, { conversationId, clientId, kind, text }: Outgoing): Saga {
  try {
    const { items } = yield* readThread(conversationId);
    const files = items.find((each) => each.clientId === clientId)?.files.map(({ _id }) => _id) ?? [];
    const call = kind === 'public' ? sendPublicStreamMessage : sendPrivateStreamMessage;
    const data = { text, clientId, ...(files.length > 0 ? { files } : {}) };
    const message = yield* wait(() =>
      call(deps.api, { params: { id: conversationId }, body: { conversationId, data } }),
    );
    yield* send(streamMessageSent({ clientId, message }));
    yield* beginWait(deps, conversationId);
  } catch (caught) {
    const problem = toProblem(caught);
    yield* send(streamMessageSendFailed({ conversationId, clientId, problem }));
    yield* beginWait(deps, conversationId, problem);
  }
}

function* remove(
  deps: SagaDeps,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Saga {
  try {
    yield* wait(() => deleteMessage(deps.api, { params: { id: messageId } }));
    yield* send(streamMessageDeleted({ conversationId, messageId }));
  } catch (caught) {
    yield* send(streamMessageDeleteFailed({ conversationId, messageId, problem: toProblem(caught) }));
  }
}

export function* streamMessageSaga(deps: SagaDeps): Saga {
  yield* onEvery(streamMessagesRequested, ({ payload }) => load(deps, payload));
  yield* onEvery(streamMessageSendRequested, ({ payload }) => sendOut(deps, payload));
  yield* onEvery(streamMessageRetryRequested, ({ payload }) => sendOut(deps, payload));
  yield* onEvery(streamMessageDeleteRequested, ({ payload }) => remove(deps, payload));
}
