import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { live } from '#state/live/live-events.ts';
import { messageJumpRequested, messagesRequested } from '#state/messages/message.ts';
import { onItsWay } from './setup/fake-api.ts';
import { settle } from './setup/fake-deps.ts';
import { many, messageServer, openThread } from './setup/messages.ts';
import { aMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const route = 'GET /messages/conversations/:id';
const queries = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);
const updated = (message: Message) => live['message/updated']({ conversationId: 'c1', message });

describe('a change', () => {
  it('heard of shows at once and asks for nothing', async () => {
    const { dispatch, texts, thread, deps } = await openThread(many(3));
    dispatch(updated(aMessage(2, { text: 'Better', change: 1 })));
    await settle();
    expect([texts(), thread().changes]).toEqual([['Message 1', 'Better', 'Message 3'], 1]);
    expect(queries(deps.api.calls)).toEqual([]);
  });

  it('that skips a number brings those before it', async () => {
    const stored = many(3);
    const { dispatch, texts, thread, deps } = await openThread(stored);
    deps.api.answer(
      messageServer([
        aMessage(1, { text: 'First, better', change: 1 }),
        aMessage(2, { text: 'Second, better', change: 2 }),
        stored[2]!,
      ]),
    );
    dispatch(updated(aMessage(2, { text: 'Second, better', change: 2 })));
    await settle();
    expect(queries(deps.api.calls)).toEqual([{ changedAfter: 0, limit: 100 }]);
    expect([texts(), thread().changes]).toEqual([['First, better', 'Second, better', 'Message 3'], 2]);
  });

  it('during a cut is fetched however far back it was, page by page', async () => {
    const stored = many(300);
    const { dispatch, socket, thread } = await openThread(stored);
    for (let page = 0; page < 11; page++) {
      dispatch(messagesRequested({ conversationId: 'c1', more: true }));
      await settle();
    }
    expect(thread().items).toHaveLength(300);
    for (let seq = 1; seq <= 150; seq++) stored[seq - 1] = aMessage(seq, { text: 'Edited', change: seq });
    socket().cutAndReconnect();
    await settle();
    expect(thread().items.filter((each) => each.text === 'Edited')).toHaveLength(150);
    expect(thread().changes).toBe(150);
  });

  it('heard of while the first page was on its way isn’t lost', async () => {
    const answer = onItsWay<ReplyOf<typeof route>>();
    let asked = 0;
    const stored = [aMessage(1, { text: 'Better', change: 1 })];
    const { dispatch, texts } = await openThread([], {
      [route]: (input) => (asked++ === 0 ? answer.promise : messageServer(stored)[route]!(input)),
    });
    dispatch(updated(stored[0]!));
    answer.resolve({ data: [aMessage(1)], total: 1, lastChange: 0 });
    await settle();
    expect(texts()).toEqual(['Better']);
  });

  it('heard of while older messages were on their way isn’t lost', async () => {
    const stored = many(40);
    const { dispatch, thread, deps } = await openThread(stored);
    const answer = onItsWay<ReplyOf<typeof route>>();
    deps.api.answer({ [route]: () => answer.promise });
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    const before = { data: stored.slice(0, 15).toReversed(), total: 40, lastChange: 0 };
    // One is deleted and one edited, after the page was read and before it arrives.
    stored[2] = aMessage(3, { isDeleted: true, text: '', change: 1 });
    stored[4] = aMessage(5, { text: 'Better', change: 2 });
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm3', seq: 3, change: 1 }));
    dispatch(updated(stored[4]));
    deps.api.answer(messageServer(stored));
    answer.resolve(before);
    await settle();
    const shown = (seq: number) => thread().items.find((each) => each.seq === seq);
    expect([shown(3)?.isDeleted, shown(5)?.text, thread().changes]).toEqual([true, 'Better', 2]);
  });

  it('heard of while missed messages were on their way isn’t lost', async () => {
    const stored = many(3);
    const { dispatch, socket, thread, deps } = await openThread(stored);
    const answer = onItsWay<ReplyOf<typeof route>>();
    stored.push(aMessage(4));
    const before = { data: [stored[3]!], total: 4, lastChange: 0 };
    deps.api.answer({ [route]: () => answer.promise });
    socket().cutAndReconnect();
    await settle();
    stored[3] = aMessage(4, { isDeleted: true, text: '', change: 1 });
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm4', seq: 4, change: 1 }));
    deps.api.answer(messageServer(stored));
    answer.resolve(before);
    await settle();
    expect(thread().items.at(-1)).toMatchObject({ seq: 4, isDeleted: true });
  });

  it('older than a deletion doesn’t bring the message back', async () => {
    const stored = many(3);
    const { dispatch, thread, deps } = await openThread(stored);
    deps.api.answer({ [route]: () => new Promise(() => {}) });
    dispatch(live['message/deleted']({ conversationId: 'c1', messageId: 'm2', seq: 2, change: 2 }));
    dispatch(updated(aMessage(2, { text: 'Edited', change: 1 })));
    await settle();
    expect(thread().items[1]).toMatchObject({ isDeleted: true, change: 2 });
  });

  it('is never undone by an answer that was read before it', async () => {
    const stored = [aMessage(1, { change: 1, text: 'Old' }), aMessage(2)];
    const { dispatch, texts, deps } = await openThread(stored);
    dispatch(updated(aMessage(1, { change: 2, text: 'New' })));
    deps.api.answer(messageServer(stored));
    dispatch(messagesRequested({ conversationId: 'c1' }));
    await settle();
    expect(texts()).toEqual(['New', 'Message 2']);
  });

  it('of a message that isn’t shown changes what quotes it, and joins nothing', async () => {
    const quote = {
      _id: 'm1',
      seq: 1,
      senderId: 'other',
      type: 'text' as const,
      text: 'Old',
      isDeleted: false,
    };
    const { dispatch, thread, seqs } = await openThread(
      many(40).map((each) => (each.seq === 40 ? { ...each, replyTo: quote } : each)),
    );
    dispatch(updated(aMessage(1, { text: 'New', change: 1 })));
    await settle();
    expect([seqs()[0], thread().items.at(-1)?.replyTo?.text]).toEqual([16, 'New']);
  });
});

describe('a jump', () => {
  it('shows what stands around; live messages wait until the end is reached', async () => {
    const stored = many(90);
    const { dispatch, thread, seqs, deps } = await openThread(stored);
    dispatch(messageJumpRequested({ conversationId: 'c1', seq: 30 }));
    await settle();
    expect(queries(deps.api.calls)).toEqual([{ limit: 25, aroundSeq: 30 }]);
    expect([seqs()[0], seqs().at(-1), thread().isBehind, thread().isMore]).toEqual([18, 42, true, true]);
    stored.push(aMessage(91));
    dispatch(live['message/created']({ conversationId: 'c1', message: stored[90]! }));
    await settle();
    expect([seqs().at(-1), thread().total]).toEqual([42, 91]);
    dispatch(messagesRequested({ conversationId: 'c1', newer: true }));
    await settle();
    expect([seqs()[0], seqs().at(-1), thread().isBehind]).toEqual([18, 67, true]);
    dispatch(messagesRequested({ conversationId: 'c1', newer: true }));
    await settle();
    expect([seqs().length, seqs().at(-1), thread().isBehind]).toEqual([74, 91, false]);
    dispatch(messagesRequested({ conversationId: 'c1', more: true }));
    await settle();
    expect([seqs()[0], thread().isMore]).toEqual([1, false]);
  });

  it('to what is shown fetches nothing; a cut meanwhile fills no hole', async () => {
    const stored = many(90);
    const { dispatch, thread, seqs, deps, socket } = await openThread(stored);
    dispatch(messageJumpRequested({ conversationId: 'c1', seq: 80 }));
    await settle();
    expect(queries(deps.api.calls)).toEqual([]);
    dispatch(messageJumpRequested({ conversationId: 'c1', seq: 10 }));
    await settle();
    stored[11] = aMessage(12, { text: 'Edited', change: 1 });
    socket().cutAndReconnect();
    await settle();
    expect([seqs()[0], seqs().at(-1), thread().isBehind]).toEqual([1, 22, true]);
    expect(thread().items[11]?.text).toBe('Edited');
  });

  it('while another page is on its way waits for it', async () => {
    const answer = onItsWay<ReplyOf<typeof route>>();
    const stored = many(90);
    let asked = 0;
    const { dispatch, seqs } = await openThread([], {
      [route]: (input) => (asked++ === 0 ? answer.promise : messageServer(stored)[route]!(input)),
    });
    dispatch(messageJumpRequested({ conversationId: 'c1', seq: 5 }));
    await settle();
    answer.resolve({ data: stored.slice(65).toReversed(), total: 90, lastChange: 0 });
    await settle();
    expect([seqs()[0], seqs().at(-1)]).toEqual([1, 17]);
  });
});
