import { limits } from '#config/limits.ts';
import { texts } from '#lib/problem.ts';
import { deleteMessage, listStreamMessages, sendStreamMessage } from '#services/messages.ts';
import { toProblem } from '#services/http/problem.ts';
import { onEvery, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { say } from '../notify.ts';
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
} from './stream-message.ts';
import type { StreamKind, StreamMessageState } from './stream-message.ts';
import type { SagaDeps } from '../deps.ts';

interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
  readonly kind: StreamKind;
  readonly text: string;
}

function* load(deps: SagaDeps, conversationId: string): Saga {
  const thread = yield* read((state: { streamMessage?: StreamMessageState }) =>
    selectStreamThread(state, conversationId),
  );
  if (thread.fetching) return;
  yield* send(streamMessagesFetchStarted(conversationId));
  try {
    const { data, total } = yield* wait(() =>
      listStreamMessages(deps.api, conversationId, { offset: 0, limit: limits.pageSize }),
    );
    yield* send(streamMessagesLoaded({ conversationId, data, total }));
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(streamMessagesFailed({ conversationId, problem }));
    say(deps, problem, texts.errorOccurred);
  }
}

function* sendOut(deps: SagaDeps, { conversationId, clientId, kind, text }: Outgoing): Saga {
  try {
    const message = yield* wait(() => sendStreamMessage(deps.api, conversationId, { kind, text, clientId }));
    yield* send(streamMessageSent({ clientId, message }));
  } catch (caught) {
    yield* send(streamMessageSendFailed({ conversationId, clientId, problem: toProblem(caught) }));
  }
}

function* remove(
  deps: SagaDeps,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Saga {
  try {
    yield* wait(() => deleteMessage(deps.api, messageId));
    yield* send(streamMessageDeleted({ conversationId, messageId }));
  } catch (caught) {
    yield* send(streamMessageDeleteFailed({ conversationId, messageId, problem: toProblem(caught) }));
  }
}

export function* streamMessageSaga(deps: SagaDeps): Saga {
  yield* onEvery(streamMessagesRequested, ({ payload }) => load(deps, payload.conversationId));
  yield* onEvery(streamMessageSendRequested, ({ payload }) => sendOut(deps, payload));
  yield* onEvery(streamMessageRetryRequested, ({ payload }) => sendOut(deps, payload));
  yield* onEvery(streamMessageDeleteRequested, ({ payload }) => remove(deps, payload));
}
