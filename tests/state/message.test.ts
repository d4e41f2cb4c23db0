import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationClosed, conversationOpenRequested } from '#state/conversation';
import { live } from '#state/live-events';
import {
  messageDeleteRequested, messageDiscarded, messageRetryRequested, messageSendRequested, messagesRequested, selectDeleteState, selectSendState, selectThread,
} from '#state/message';
import type { Message } from '#contract/messages';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Answers } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-world.ts';
import { aConversation, aMessage, aUser } from './setup/records.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that holds messages 1 … n of conversation c1. */
function server(messages: Message[]): Answers {
  return {
    'GET /messages/conversations/:id': ({ query = {} }) => {
      const { afterSeq, beforeSeq, limit = 25 } = query;
      const newest = messages.toReversed();
      const data = afterSeq !== undefined ? messages.filter((each) => each.seq > afterSeq) : beforeSeq !== undefined ? newest.filter((each) => each.seq < beforeSeq) : newest;
      return { data: data.slice(0, limit), total: messages.length };
    },
    'GET /conversations/:id': ({ params }) => aConversation(params.id),
    'POST /messages/read-all/:id': () => ({ success: true }),
    'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
    'GET /users/me': () => aUser(),
  };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => aMessage(at + 1));

async function open(messages: Message[] = many(3), more: Answers = {}) {
  const running = await startLoggedIn(aUser(), { answers: { ...server(messages), ...more } });
  running.dispatch(conversationOpenRequested({ id: 'c1' }));
  await settle();
  running.world.api.calls.length = 0;
  const thread = () => selectThread(running.state(), 'c1');
  return { ...running, thread, texts: () => thread().items.map((each) => each.text), seqs: () => thread().items.map((each) => each.seq) };
}
const write = (text = 'Hi') => messageSendRequested({ conversationId: 'c1', text, senderId: 'me' });

describe('fetching', () => {
  it('shows the newest 25, oldest first', async () => {
    const { thread, seqs } = await open(many(30));
    expect(seqs()).toEqual(Array.from({ length: 25 }, (_, at) => at + 6));
    expect(thread()).toMatchObject({ total: 30, fetching: false, isMore: true, error: null });
  });

  it('pages back to the first', async () => {
    const { dispatch, thread, seqs, world } = await open(many(30));
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    expect(world.api.calls[0]?.[1]).toEqual({ params: { id: 'c1' }, query: { limit: 25, beforeSeq: 6 } });
    expect([seqs().length, seqs()[0], thread().isMore]).toEqual([30, 1, false]);
  });

  it('is not repeated while one is running for the conversation', async () => {
    const answer = onItsWay<{ data: Message[]; total: number }>();
    const { dispatch, thread, world } = await open([], { 'GET /messages/conversations/:id': () => answer.promise });
    expect(thread().fetching).toBe(true);
    dispatch(messagesRequested({ conversationId: 'c1' }));
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    expect(world.api.calls).toEqual([]);
    dispatch(messagesRequested({ conversationId: 'c2' }));
    await settle();
    expect(world.api.routes()).toEqual(['GET /messages/conversations/:id']);
    answer.resolve({ data: many(1), total: 1 });
    await settle();
    expect(thread().fetching).toBe(false);
  });

  it('that fails says so, and can be tried again', async () => {
    const { dispatch, thread, world } = await open([], { 'GET /messages/conversations/:id': () => { throw problem(500); } });
    expect(thread()).toMatchObject({ fetching: false, items: [], error: { status: 500 } });
    expect(world.said).toEqual([['error', 'Error occurred, please try again later']]);
    world.api.answer(server(many(2)));
    dispatch(messagesRequested({ conversationId: 'c1' }));
    await settle();
    expect(thread()).toMatchObject({ error: null, total: 2 });
  });

  it('that ends after the conversation was closed leaves nothing', async () => {
    const answer = onItsWay<{ data: Message[]; total: number }>();
    const { dispatch, thread } = await open([], { 'GET /messages/conversations/:id': () => answer.promise });
    dispatch(conversationClosed('c1'));
    answer.resolve({ data: many(2), total: 2 });
    await settle();
    expect(thread().items).toEqual([]);
  });
});

describe('sending', () => {
  it('shows the message at once, then as sent', async () => {
    const answer = onItsWay<Message>();
    const { dispatch, state, thread, texts, world } = await open(many(1), { 'POST /messages/conversations/:id': () => answer.promise });
    dispatch(write());
    await settle();
    expect([texts(), thread().items.at(-1)?.status, selectSendState(state()).requesting]).toEqual([['Message 1', 'Hi'], 'pending', true]);
    const { clientId } = thread().items.at(-1)!;
    expect(world.api.calls[0]).toEqual(['POST /messages/conversations/:id', { params: { id: 'c1' }, body: { conversationId: 'c1', data: { text: 'Hi', clientId } } }]);
    answer.resolve(aMessage(2, { clientId, senderId: 'me', text: 'Hi' }));
    await settle();
    expect(thread().items.map(({ _id, status }) => [_id, status])).toEqual([['m1', 'sent'], ['m2', 'sent']]);
    expect(selectSendState(state())).toEqual({ requesting: false, error: null });
  });

  it.each(['the event first', 'the answer first'])('is never doubled, with %s', async (order) => {
    const answer = onItsWay<Message>();
    const { dispatch, texts, thread } = await open(many(1), { 'POST /messages/conversations/:id': () => answer.promise });
    dispatch(write());
    await settle();
    const stored = aMessage(2, { clientId: thread().items.at(-1)!.clientId, senderId: 'me', text: 'Hi' });
    const event = () => dispatch(live['message/created']({ conversationId: 'c1', message: stored }));
    if (order === 'the event first') event();
    answer.resolve(stored);
    await settle();
    event();
    await settle();
    expect(texts()).toEqual(['Message 1', 'Hi']);
  });

  it('that fails is kept, marked, without a toast; the retry has the same clientId', async () => {
    const { dispatch, state, thread, texts, world } = await open(many(1), { 'POST /messages/conversations/:id': () => { throw problem(0); } });
    dispatch(write());
    await settle();
    const failed = thread().items.at(-1)!;
    expect(failed).toMatchObject({ status: 'failed', problem: { status: 0 }, text: 'Hi' });
    expect([selectSendState(state()).error?.status, world.said]).toEqual([0, []]);
    world.api.answer({ 'POST /messages/conversations/:id': ({ body }) => aMessage(2, { clientId: body.data.clientId, senderId: 'me', text: body.data.text }) });
    dispatch(messageRetryRequested({ conversationId: 'c1', clientId: failed.clientId! }));
    expect(thread().items.at(-1)).toMatchObject({ status: 'pending', problem: undefined });
    await settle();
    expect(texts()).toEqual(['Message 1', 'Hi']);
    expect(thread().items.at(-1)?.status).toBe('sent');
    expect(new Set(world.api.calls.map(([, input]) => (input as { body?: { data: { clientId: string } } }).body?.data.clientId)).size).toBe(1);
  });

  it('that failed can be given up', async () => {
    const { dispatch, thread, texts } = await open(many(1), { 'POST /messages/conversations/:id': () => { throw problem(0); } });
    dispatch(write());
    await settle();
    dispatch(messageDiscarded({ conversationId: 'c1', clientId: thread().items.at(-1)!.clientId! }));
    expect(texts()).toEqual(['Message 1']);
  });

  it('that failed is still there after looking elsewhere', async () => {
    const { dispatch, texts } = await open(many(2), { 'POST /messages/conversations/:id': () => { throw problem(0); } });
    dispatch(write('Important'));
    await settle();
    dispatch(conversationClosed('c1'));
    expect(texts()).toEqual(['Important']);
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message 2', 'Important']);
  });

  it('several keeps their order below what comes meanwhile', async () => {
    const { dispatch, texts } = await open(many(1), { 'POST /messages/conversations/:id': () => new Promise<never>(() => {}) });
    dispatch(write('one'));
    dispatch(write('two'));
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(2) }));
    expect(texts()).toEqual(['Message 1', 'Message 2', 'one', 'two']);
  });
});

describe('deleting', () => {
  const own = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3)];

  it('removes the item when the server has answered', async () => {
    const answer = onItsWay<Message>();
    const { dispatch, state, thread, seqs } = await open(own, { 'DELETE /messages/:id': () => answer.promise });
    dispatch(messageDeleteRequested({ conversationId: 'c1', messageId: 'm2' }));
    await settle();
    expect([seqs(), thread().items[1]?.deleting, selectDeleteState(state()).requesting]).toEqual([[1, 2, 3], true, true]);
    answer.resolve(aMessage(2, { isDeleted: true }));
    await settle();
    expect([seqs(), selectDeleteState(state())]).toEqual([[1, 3], { requesting: false, error: null }]);
  });

  it('that fails is kept in state, without a toast, and shows at the message', async () => {
    const { dispatch, state, thread, seqs, world } = await open(own, { 'DELETE /messages/:id': () => { throw problem(500); } });
    dispatch(messageDeleteRequested({ conversationId: 'c1', messageId: 'm2' }));
    await settle();
    expect([seqs(), world.said, selectDeleteState(state()).error?.status]).toEqual([[1, 2, 3], [], 500]);
    expect(thread().items[1]).toMatchObject({ deleting: false, deleteProblem: { status: 500 } });
  });

  it('in another tab of one’s own removes it here', async () => {
    const { dispatch, seqs } = await open(own);
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm2', seq: 2 }));
    await settle();
    expect(seqs()).toEqual([1, 3]);
  });

  it('by the other side leaves "Message deleted!" in its place', async () => {
    const { dispatch, texts, thread } = await open(own);
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm3', seq: 3 }));
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message 2', 'Message deleted!']);
    expect(thread().items[2]?.isDeleted).toBe(true);
  });

  it('shows the same after a reload', async () => {
    const { texts } = await open([aMessage(1), aMessage(2, { senderId: 'me', isDeleted: true, text: '' }), aMessage(3, { isDeleted: true, text: '' })]);
    expect(texts()).toEqual(['Message 1', 'Message deleted!']);
  });
});

describe('catching up', () => {
  it('after a cut fetches the gap by seq, page by page', async () => {
    const stored = many(3);
    const { socket, seqs, world } = await open(stored);
    for (let seq = 4; seq <= 130; seq++) stored.push(aMessage(seq));
    socket().cutAndReconnect();
    await settle();
    expect(seqs()).toEqual(Array.from({ length: 130 }, (_, at) => at + 1));
    expect(world.api.calls.filter(([route]) => route === 'GET /messages/conversations/:id').map(([, input]) => (input as { query: object }).query)).toEqual([
      { afterSeq: 3, limit: 100 }, { afterSeq: 103, limit: 100 }, { offset: 0, limit: 100 },
    ]);
  });

  it('after a cut shows what was deleted in it', async () => {
    const stored = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3)];
    const { socket, texts } = await open(stored);
    stored[1] = aMessage(2, { senderId: 'me', isDeleted: true, text: '' });
    stored[2] = aMessage(3, { isDeleted: true, text: '' });
    socket().cutAndReconnect();
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message deleted!']);
  });

  it('fills a hole before an event that came out of turn', async () => {
    const stored = many(6);
    const { dispatch, seqs, world } = await open(stored.slice(0, 3));
    world.api.answer(server(stored));
    dispatch(live['message/created']({ conversationId: 'c1', message: stored[5]! }));
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('asks for nothing when the next message follows on', async () => {
    const { dispatch, world } = await open(many(3));
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(4, { senderId: 'me' }) }));
    await settle();
    expect(world.api.routes()).not.toContain('GET /messages/conversations/:id');
  });

  it('tries again with the next connection when it failed', async () => {
    const stored = many(3);
    const { socket, seqs, world } = await open(stored);
    stored.push(aMessage(4));
    world.api.answer({ 'GET /messages/conversations/:id': () => { throw problem(0); } });
    socket().cutAndReconnect();
    await settle();
    expect([seqs(), world.said]).toEqual([[1, 2, 3], []]);
    world.api.answer(server(stored));
    socket().cutAndReconnect();
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  it('begins a thread anew rather than showing it with a hole', async () => {
    const stored = many(3);
    const { dispatch, seqs, thread, world } = await open(stored);
    for (let seq = 4; seq <= 60; seq++) stored.push(aMessage(seq));
    world.api.answer(server(stored));
    dispatch(messagesRequested({ conversationId: 'c1' }));
    await settle();
    expect([seqs()[0], seqs().length, thread().isMore]).toEqual([36, 25, true]);
  });

  it('leaves conversations alone that nobody looks at', async () => {
    const { dispatch, state } = await open();
    dispatch(live['message/created']({ conversationId: 'c2', message: aMessage(1, { conversationId: 'c2' }) }));
    await settle();
    expect(selectThread(state(), 'c2').items).toEqual([]);
  });
});
