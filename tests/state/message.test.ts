import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationClosed, conversationOpenRequested } from '#state/messages/conversation.ts';
import { live } from '#state/live/live-events.ts';
import {
  messageDiscarded,
  messageRetryRequested,
  messageSendRequested,
  messagesRequested,
  selectSendState,
} from '#state/messages/message.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import { settle } from './setup/fake-deps.ts';
import { many, messageServer, openThread } from './setup/messages.ts';
import { aMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const write = (text = 'Hi') => messageSendRequested({ conversationId: 'c1', text, senderId: 'me' });

describe('fetching', () => {
  it('shows the newest 25, oldest first', async () => {
    const { thread, seqs } = await openThread(many(30));
    expect(seqs()).toEqual(Array.from({ length: 25 }, (_, at) => at + 6));
    expect(thread()).toMatchObject({ total: 30, fetching: false, isMore: true, error: null });
  });

  it('pages back to the first', async () => {
    const { dispatch, thread, seqs, deps } = await openThread(many(30));
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    expect(deps.api.calls[0]?.[1]).toEqual({ params: { id: 'c1' }, query: { limit: 25, beforeSeq: 6 } });
    expect([seqs().length, seqs()[0], thread().isMore]).toEqual([30, 1, false]);
  });

  it("isn't repeated while one is running for the conversation", async () => {
    const answer = onItsWay<{ data: Message[]; total: number; lastChange: number }>();
    const { dispatch, thread, deps } = await openThread([], {
      'GET /messages/conversations/:id': () => answer.promise,
    });
    expect(thread().fetching).toBe(true);
    dispatch(messagesRequested({ conversationId: 'c1' }));
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    expect(deps.api.calls).toEqual([]);
    dispatch(messagesRequested({ conversationId: 'c2' }));
    await settle();
    expect(deps.api.routes()).toEqual(['GET /messages/conversations/:id']);
    answer.resolve({ data: many(1), total: 1, lastChange: 0 });
    await settle();
    expect(thread().fetching).toBe(false);
  });

  it('that fails says so, and can be retried', async () => {
    const { dispatch, thread, deps } = await openThread([], {
      'GET /messages/conversations/:id': () => {
        throw problem(500);
      },
    });
    expect(thread()).toMatchObject({ fetching: false, items: [], error: { status: 500 } });
    expect(deps.said).toEqual([['error', 'Error occurred, please try again later']]);
    deps.api.answer(messageServer(many(2)));
    dispatch(messagesRequested({ conversationId: 'c1' }));
    await settle();
    expect(thread()).toMatchObject({ error: null, total: 2 });
  });

  it('that finishes after the conversation was closed leaves nothing', async () => {
    const answer = onItsWay<{ data: Message[]; total: number; lastChange: number }>();
    const { dispatch, thread } = await openThread([], {
      'GET /messages/conversations/:id': () => answer.promise,
    });
    dispatch(conversationClosed('c1'));
    answer.resolve({ data: many(2), total: 2, lastChange: 0 });
    await settle();
    expect(thread().items).toEqual([]);
  });
});

describe('sending', () => {
  it('shows the message at once, then as sent', async () => {
    const answer = onItsWay<Message>();
    const { dispatch, state, thread, texts, deps } = await openThread(many(1), {
      'POST /messages/conversations/:id': () => answer.promise,
    });
    dispatch(write());
    await settle();
    expect([texts(), thread().items.at(-1)?.status, selectSendState(state()).requesting]).toEqual([
      ['Message 1', 'Hi'],
      'pending',
      true,
    ]);
    const { clientId } = thread().items.at(-1)!;
    expect(deps.api.calls[0]).toEqual([
      'POST /messages/conversations/:id',
      { params: { id: 'c1' }, body: { conversationId: 'c1', data: { text: 'Hi', clientId } } },
    ]);
    answer.resolve(aMessage(2, { clientId, senderId: 'me', text: 'Hi' }));
    await settle();
    expect(thread().items.map(({ _id, status }) => [_id, status])).toEqual([
      ['m1', 'sent'],
      ['m2', 'sent'],
    ]);
    expect(selectSendState(state())).toEqual({ requesting: false, error: null });
  });

  it.each(['the event first', 'the answer first'])('is never duplicated, with %s', async (order) => {
    const answer = onItsWay<Message>();
    const { dispatch, texts, thread } = await openThread(many(1), {
      'POST /messages/conversations/:id': () => answer.promise,
    });
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
    const { dispatch, state, thread, texts, deps } = await openThread(many(1), {
      'POST /messages/conversations/:id': () => {
        throw problem(500);
      },
    });
    dispatch(write());
    await settle();
    const failed = thread().items.at(-1)!;
    expect(failed).toMatchObject({ status: 'failed', problem: { status: 500 }, text: 'Hi' });
    expect([selectSendState(state()).error?.status, deps.said]).toEqual([500, []]);
    deps.api.answer({
      'POST /messages/conversations/:id': ({ body }) =>
        aMessage(2, { clientId: body.data.clientId, senderId: 'me', text: body.data.text }),
    });
    dispatch(messageRetryRequested({ conversationId: 'c1', clientId: failed.clientId! }));
    expect(thread().items.at(-1)).toMatchObject({ status: 'pending', problem: undefined });
    await settle();
    expect(texts()).toEqual(['Message 1', 'Hi']);
    expect(thread().items.at(-1)?.status).toBe('sent');
    expect(
      new Set(
        deps.api.calls.map(
          ([, input]) => (input as { body?: { data: { clientId: string } } }).body?.data.clientId,
        ),
      ).size,
    ).toBe(1);
  });

  it('that failed can be discarded', async () => {
    const { dispatch, thread, texts } = await openThread(many(1), {
      'POST /messages/conversations/:id': () => {
        throw problem(0);
      },
    });
    dispatch(write());
    await settle();
    dispatch(messageDiscarded({ conversationId: 'c1', clientId: thread().items.at(-1)!.clientId! }));
    expect(texts()).toEqual(['Message 1']);
  });

  it('that failed is still there after looking elsewhere', async () => {
    const { dispatch, texts } = await openThread(many(2), {
      'POST /messages/conversations/:id': () => {
        throw problem(0);
      },
    });
    dispatch(write('Important'));
    await settle();
    dispatch(conversationClosed('c1'));
    expect(texts()).toEqual(['Important']);
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    expect(texts()).toEqual(['Message 1', 'Message 2', 'Important']);
  });

  it('several keeps their order below what arrives meanwhile', async () => {
    const { dispatch, texts } = await openThread(many(1), {
      'POST /messages/conversations/:id': () => new Promise<never>(() => {}),
    });
    dispatch(write('one'));
    dispatch(write('two'));
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(2) }));
    expect(texts()).toEqual(['Message 1', 'Message 2', 'one', 'two']);
  });
});
