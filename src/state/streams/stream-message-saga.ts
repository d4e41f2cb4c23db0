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
import type { World } from '../deps.ts';

interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
  readonly kind: StreamKind;
  readonly text: string;
}

function* load(world: World, conversationId: string): Saga {
  const thread = yield* read((state: { streamMessage?: StreamMessageState }) =>
    selectStreamThread(state, conversationId),
  );
  if (thread.fetching) return;
  yield* send(streamMessagesFetchStarted(conversationId));
  try {
    const { data, total } = yield* wait(() =>
      listStreamMessages(world.api, conversationId, { offset: 0, limit: limits.pageSize }),
    );
    yield* send(streamMessagesLoaded({ conversationId, data, total }));
  } catch (caught) {
    const problem = toProblem(caught, texts.errorOccurred);
    yield* send(streamMessagesFailed({ conversationId, problem }));
    say(world, problem, texts.errorOccurred);
  }
}

function* sendOut(world: World, { conversationId, clientId, kind, text }: Outgoing): Saga {
  try {
    const message = yield* wait(() => sendStreamMessage(world.api, conversationId, { kind, text, clientId }));
    yield* send(streamMessageSent({ clientId, message }));
  } catch (caught) {
    yield* send(streamMessageSendFailed({ conversationId, clientId, problem: toProblem(caught) }));
  }
}

function* remove(
  world: World,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Saga {
  try {
    yield* wait(() => deleteMessage(world.api, messageId));
    yield* send(streamMessageDeleted({ conversationId, messageId }));
  } catch (caught) {
    yield* send(streamMessageDeleteFailed({ conversationId, messageId, problem: toProblem(caught) }));
  }
}

export function* streamMessageSaga(world: World): Saga {
  yield* onEvery(streamMessagesRequested, ({ payload }) => load(world, payload.conversationId));
  yield* onEvery(streamMessageSendRequested, ({ payload }) => sendOut(world, payload));
  yield* onEvery(streamMessageRetryRequested, ({ payload }) => sendOut(world, payload));
  yield* onEvery(streamMessageDeleteRequested, ({ payload }) => remove(world, payload));
}
