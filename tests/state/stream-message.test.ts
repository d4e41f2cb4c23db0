import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { live } from '#state/live/live-events.ts';
import { selectPrivateStreamRequests } from '#state/streams/private-stream.ts';
import {
  selectStreamMessages,
  selectStreamThread,
  streamConversationActivated,
  streamConversationLeft,
  streamMessageDeleteRequested,
  streamMessageRetryRequested,
  streamMessageSendRequested,
  streamMessagesRequested,
} from '#state/streams/stream-message.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aMessage, aStreamMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function watch(answers: Replies = {}) {
  const running = await startLoggedIn(aUser(), { answers });
  running.dispatch(streamConversationActivated('s1'));
  const thread = () => selectStreamThread(running.state(), 's1');
  return {
    ...running,
    thread,
    texts: () => thread().items.map((each) => each.text),
    store: () => selectStreamMessages(running.state()),
  };
}
const write = (kind: 'public' | 'private' = 'public') =>
  streamMessageSendRequested({
    conversationId: 's1',
    kind,
    text: 'Hi',
    senderId: 'me',
    senderName: 'Mia',
    senderAvatar: '',
  });
/** Messages are called a, b, c … and numbered in that order. */
const seqOf = (id: string) => id.charCodeAt(0) - 96;
const line = (id: string) =>
  live['stream/message']({ conversationId: 's1', messages: [aStreamMessage(id, { seq: seqOf(id) })] });

describe('stream chat', () => {
  it('appends received messages, each once', async () => {
    const { dispatch, texts, store } = await watch();
    dispatch(line('a'));
    dispatch(line('b'));
    dispatch(line('b'));
    expect(texts()).toEqual(['Line a', 'Line b']);
    expect(store()).toMatchObject({ activeConversation: 's1', receiveMessage: { _id: 'b' } });
  });

  it('loads earlier messages, and not twice at once', async () => {
    const { dispatch, texts, thread, deps } = await watch({
      'GET /messages/conversations/public/:id': () => ({
        data: [aStreamMessage('a', { seq: 1, isDeleted: true, text: '' }), aStreamMessage('b', { seq: 2 })],
        total: 2,
      }),
    });
    dispatch(line('b'));
    dispatch(streamMessagesRequested({ conversationId: 's1' }));
    dispatch(streamMessagesRequested({ conversationId: 's1' }));
    await settle();
    expect([texts(), thread().fetching, thread().total]).toEqual([['Message deleted', 'Line b'], false, 2]);
    expect(deps.api.calls).toHaveLength(1);
  });

  it('that can’t be loaded says so', async () => {
    const { dispatch, thread, deps } = await watch({
      'GET /messages/conversations/public/:id': () => {
        throw problem(500);
      },
    });
    dispatch(streamMessagesRequested({ conversationId: 's1' }));
    await settle();
    expect([thread().error?.status, thread().fetching, deps.said]).toEqual([
      500,
      false,
      [['error', 'Error occurred, please try again later']],
    ]);
  });

  it.each([
    ['public', 'POST /messages/stream/public/conversations/:id'],
    ['private', 'POST /messages/stream/conversations/:id'],
  ] as const)('sends in a %s stream', async (kind, route) => {
    const answer = onItsWay<unknown>();
    const { dispatch, store, texts, thread, deps } = await watch({ [route]: () => answer.promise });
    dispatch(write(kind));
    await settle();
    expect([store().sendMessage.sending, thread().items[0]?.status, deps.api.routes()]).toEqual([
      true,
      'pending',
      [route],
    ]);
    answer.resolve(aStreamMessage('a', { text: 'Hi' }));
    await settle();
    expect([texts(), thread().items[0]?.status]).toEqual([['Hi'], 'sent']);
    expect(store().sendMessage).toMatchObject({
      sending: false,
      success: true,
      error: null,
      data: { _id: 'a' },
    });
  });

  it('routes a failed send to the failure action instead of success, and keeps the message for a retry', async () => {
    const { dispatch, store, texts, thread, deps } = await watch({
      'POST /messages/stream/public/conversations/:id': () => {
        throw problem(500);
      },
    });
    dispatch(write());
    await settle();
    expect(store().sendMessage).toMatchObject({
      sending: false,
      success: false,
      data: null,
      error: { status: 500 },
    });
    const failed = thread().items[0]!;
    expect([failed.status, texts()]).toEqual(['failed', ['Hi']]);
    deps.api.answer({
      'POST /messages/stream/public/conversations/:id': () => aStreamMessage('a', { text: 'Hi' }),
    });
    dispatch(
      streamMessageRetryRequested({
        conversationId: 's1',
        clientId: failed.clientId!,
        kind: 'public',
        text: failed.text,
      }),
    );
    await settle();
    expect([thread().items.map(({ _id, status }) => [_id, status]), store().sendMessage.error]).toEqual([
      [['a', 'sent']],
      null,
    ]);
  });

  it('marks a deleted message "Message deleted", from the reply or the event', async () => {
    const { dispatch, texts, thread } = await watch({ 'DELETE /messages/:id': () => aMessage(1) });
    dispatch(line('a'));
    dispatch(line('b'));
    dispatch(streamMessageDeleteRequested({ conversationId: 's1', messageId: 'a' }));
    await settle();
    dispatch(live['stream/message-deleted']({ conversationId: 's1', messageIds: ['b'] }));
    expect([texts(), thread().items.map((each) => each.isDeleted)]).toEqual([
      ['Message deleted', 'Message deleted'],
      [true, true],
    ]);
  });

  it('keeps a message whose deletion failed', async () => {
    const { dispatch, texts, thread } = await watch({
      'DELETE /messages/:id': () => {
        throw problem(500);
      },
    });
    dispatch(line('a'));
    dispatch(streamMessageDeleteRequested({ conversationId: 's1', messageId: 'a' }));
    await settle();
    expect([texts(), thread().items[0]?.problem?.status]).toEqual([['Line a'], 500]);
  });

  it('is cleared on leaving', async () => {
    const { dispatch, store } = await watch();
    dispatch(line('a'));
    dispatch(streamConversationLeft());
    expect(store()).toMatchObject({ activeConversation: null, conversationMap: {}, receiveMessage: null });
  });
});

describe('requests for a private stream', () => {
  it('are in a list, one per conversation, until they are handled', async () => {
    const { dispatch, state } = await watch();
    const ids = () => selectPrivateStreamRequests(state()).map((each) => each.conversationId);
    for (const conversationId of ['p1', 'p2', 'p3', 'p4', 'p2'])
      dispatch(
        live['private-stream/requested']({ conversationId, streamId: `s-${conversationId}`, userId: 'fan' }),
      );
    expect(ids()).toEqual(['p1', 'p3', 'p4', 'p2']);
    dispatch(live['private-stream/accepted']({ conversationId: 'p1', streamId: 's-p1' }));
    dispatch(live['private-stream/declined']({ conversationId: 'p3', streamId: 's-p3' }));
    dispatch(live['private-stream/ended']({ conversationId: 'p4', streamId: 's-p4' }));
    expect(ids()).toEqual(['p2']);
  });
});
