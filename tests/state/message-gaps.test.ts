import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#contract/core/registry.ts';
import { live } from '#state/live/live-events.ts';
import {
  messageDeleteRequested,
  messagesRequested,
  selectDeleteState,
  selectThread,
} from '#state/messages/message.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import { settle } from './setup/fake-deps.ts';
import { many, messageServer, openThread } from './setup/messages.ts';
import { aMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a conversation being opened', () => {
  it('shows messages that arrive before its first page, and the ones after them', async () => {
    const stored = many(30);
    const answer = onItsWay<ReplyOf<'GET /messages/conversations/:id'>>();
    let asked = 0;
    const { dispatch, thread, seqs } = await openThread([], {
      'GET /messages/conversations/:id': (input) =>
        asked++ === 0 ? answer.promise : messageServer(stored)['GET /messages/conversations/:id']!(input),
    });
    stored.push(aMessage(31));
    dispatch(live['message/created']({ conversationId: 'c1', message: stored[30]! }));
    await settle();
    answer.resolve({ data: stored.slice(5, 30).toReversed(), total: 30, lastChange: 0 });
    await settle();
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(32) }));
    await settle();
    expect([thread().isBehind, thread().upTo, seqs().slice(-3)]).toEqual([false, 32, [30, 31, 32]]);
  });
});

describe('deleting', () => {
  const own = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3)];

  it('removes the item when the server has replied', async () => {
    const answer = onItsWay<Message>();
    const { dispatch, state, thread, seqs } = await openThread(own, {
      'DELETE /messages/:id': () => answer.promise,
    });
    dispatch(messageDeleteRequested({ conversationId: 'c1', messageId: 'm2' }));
    await settle();
    expect([seqs(), thread().items[1]?.deleting, selectDeleteState(state()).requesting]).toEqual([
      [1, 2, 3],
      true,
      true,
    ]);
    answer.resolve(aMessage(2, { isDeleted: true }));
    await settle();
    expect([seqs(), selectDeleteState(state())]).toEqual([[1, 3], { requesting: false, error: null }]);
  });

  it('that fails is kept in state, without a toast, and shows at the message', async () => {
    const { dispatch, state, thread, seqs, deps } = await openThread(own, {
      'DELETE /messages/:id': () => {
        throw problem(500);
      },
    });
    dispatch(messageDeleteRequested({ conversationId: 'c1', messageId: 'm2' }));
    await settle();
    expect([seqs(), deps.said, selectDeleteState(state()).error?.status]).toEqual([[1, 2, 3], [], 500]);
    expect(thread().items[1]).toMatchObject({ deleting: false, deleteProblem: { status: 500 } });
  });

  it('in your other tab removes it here', async () => {
    const { dispatch, seqs } = await openThread(own);
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm2', seq: 2, change: 1 }));
    await settle();
    expect(seqs()).toEqual([1, 3]);
  });

  it('by the other side leaves "Message deleted!" in its place', async () => {
    const { dispatch, texts, thread } = await openThread(own);
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm3', seq: 3, change: 1 }));
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message 2', 'Message deleted!']);
    expect(thread().items[2]?.isDeleted).toBe(true);
  });

  it('shows the same after a reload', async () => {
    const { texts } = await openThread([
      aMessage(1),
      aMessage(2, { senderId: 'me', isDeleted: true, text: '' }),
      aMessage(3, { isDeleted: true, text: '' }),
    ]);
    expect(texts()).toEqual(['Message 1', 'Message deleted!']);
  });
});

describe('catching up', () => {
  it('after a disconnect fetches the gap by seq, page by page', async () => {
    const stored = many(3);
    const { socket, seqs, deps } = await openThread(stored);
    for (let seq = 4; seq <= 130; seq++) stored.push(aMessage(seq));
    socket().cutAndReconnect();
    await settle();
    expect(seqs()).toEqual(Array.from({ length: 130 }, (_, at) => at + 1));
    expect(
      deps.api.calls
        .filter(([route]) => route === 'GET /messages/conversations/:id')
        .map(([, input]) => (input as { query: object }).query),
    ).toEqual([
      { afterSeq: 3, limit: 100 },
      { afterSeq: 103, limit: 100 },
      { offset: 0, limit: 100 },
    ]);
  });

  it('after a disconnect asks for changes only if there were any', async () => {
    const stored = many(3);
    const { socket, deps } = await openThread(stored);
    const asked = () =>
      deps.api.calls
        .filter(([route]) => route === 'GET /messages/conversations/:id')
        .map(([, input]) => (input as { query: object }).query);
    socket().cutAndReconnect();
    await settle();
    const quiet = asked();
    stored[0] = aMessage(1, { text: 'Edited', change: 7 });
    socket().cutAndReconnect();
    await settle();
    expect(quiet).not.toContainEqual({ changedAfter: 0, limit: 100 });
    expect(asked().slice(quiet.length)).toContainEqual({ changedAfter: 0, limit: 100 });
  });

  it('after a disconnect shows what was deleted during it', async () => {
    const stored = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3)];
    const { socket, texts } = await openThread(stored);
    stored[1] = aMessage(2, { senderId: 'me', isDeleted: true, text: '' });
    stored[2] = aMessage(3, { isDeleted: true, text: '' });
    socket().cutAndReconnect();
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message deleted!']);
  });

  it('fills a gap before an out-of-order event', async () => {
    const stored = many(6);
    const { dispatch, seqs, deps } = await openThread(stored.slice(0, 3));
    deps.api.answer(messageServer(stored));
    dispatch(live['message/created']({ conversationId: 'c1', message: stored[5]! }));
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('makes no request if the next message follows directly', async () => {
    const { dispatch, deps } = await openThread(many(3));
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(4, { senderId: 'me' }) }));
    await settle();
    expect(deps.api.routes()).not.toContain('GET /messages/conversations/:id');
  });

  it('tries again with the next connection if it failed', async () => {
    const stored = many(3);
    const { socket, seqs, deps } = await openThread(stored);
    stored.push(aMessage(4));
    deps.api.answer({
      'GET /messages/conversations/:id': () => {
        throw problem(0);
      },
    });
    socket().cutAndReconnect();
    await settle();
    expect([seqs(), deps.said]).toEqual([[1, 2, 3], []]);
    deps.api.answer(messageServer(stored));
    socket().cutAndReconnect();
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  it('reloads a thread rather than showing it with a gap', async () => {
    const stored = many(3);
    const { dispatch, seqs, thread, deps } = await openThread(stored);
    for (let seq = 4; seq <= 60; seq++) stored.push(aMessage(seq));
    deps.api.answer(messageServer(stored));
    dispatch(messagesRequested({ conversationId: 'c1' }));
    await settle();
    expect([seqs()[0], seqs().length, thread().isMore]).toEqual([36, 25, true]);
  });

  it("ignores conversations that aren't open", async () => {
    const { dispatch, state } = await openThread();
    dispatch(
      live['message/created']({ conversationId: 'c2', message: aMessage(1, { conversationId: 'c2' }) }),
    );
    await settle();
    expect(selectThread(state(), 'c2').items).toEqual([]);
  });
});
