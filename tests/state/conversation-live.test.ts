import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  conversationOpenRequested,
  conversationSeen,
  conversationsRequested,
  selectConversation,
  selectConversationList,
  selectIsTyping,
} from '#state/messages/conversation.ts';
import { selectUnreadTotal } from '#state/messages/unread.ts';
import { connectionRestored } from '#state/live/connection.ts';
import { live } from '#state/live/live-events.ts';
import { type Replies, problem } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aConversation, aMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pageOf = (
  ids: string[],
  more: Partial<{ total: number; isMore: boolean; nextCursor: string }> = {},
) => ({
  data: ids.map((id) => aConversation(id)),
  total: ids.length,
  isMore: false,
  nextCursor: null,
  ...more,
});
const answers: Replies = {
  'GET /conversations': () => pageOf(['c1', 'c2']),
  'GET /conversations/:id': ({ params }) => aConversation(params.id),
  'GET /messages/conversations/:id': () => ({ data: [], total: 0, lastChange: 0 }),
  'POST /messages/read-all/:id': () => ({ success: true }),
  'GET /messages/counting-not-read-messages': () => ({ total: 3 }),
  'GET /users/me': () => aUser(),
};
const start = (more: Replies = {}) =>
  startLoggedIn(aUser({ totalNotSeenMessages: 5 }), { answers: { ...answers, ...more } });

describe('an answer that events have overtaken', () => {
  const at = (second: number) => `2026-11-20T12:00:0${second}.000Z`;
  const told = (conversationId: string, seq: number, second: number) =>
    live['message/created']({
      conversationId,
      message: aMessage(seq, { conversationId, text: `message ${seq}`, createdAt: at(second) }),
    });
  const stored = (id: string, lastSeq: number, second: number) =>
    aConversation(id, {
      lastSeq,
      totalNotSeenMessages: lastSeq,
      updatedAt: at(second),
      lastMessage: { ...aMessage(lastSeq, { text: `message ${lastSeq}`, createdAt: at(second) }) },
    });
  /** A list with c1 before c2, and another answer to it that is on its way. */
  async function refreshing() {
    const running = await start();
    const list = (...data: ReturnType<typeof aConversation>[]) => ({
      ...pageOf([]),
      data,
      total: data.length,
    });
    const answer = (page: unknown) => running.deps.api.answer({ 'GET /conversations': () => page as never });
    answer(list(stored('c1', 3, 2), stored('c2', 4, 1)));
    running.dispatch(conversationsRequested());
    await settle();
    const slow = Promise.withResolvers<unknown>();
    answer(slow.promise);
    running.dispatch(connectionRestored({ first: false }));
    await settle();
    const shown = () =>
      selectConversationList(running.state()).data.map((id) => {
        const { lastSeq, lastMessage, totalNotSeenMessages } = selectConversation(running.state(), id)!;
        return [id, lastSeq, lastMessage?.text, totalNotSeenMessages];
      });
    return { ...running, list, answer, slow, shown };
  }

  it('doesn’t take back what they told, and is asked for again', async () => {
    const { dispatch, list, answer, slow, shown } = await refreshing();
    // Message 5 was missed, message 6 arrives while an answer from before it is on its way.
    dispatch(told('c2', 6, 4));
    await settle();
    slow.resolve(list(stored('c2', 5, 3), stored('c1', 3, 2)));
    answer(list(stored('c2', 6, 4), stored('c1', 3, 2)));
    await settle();
    expect(shown().map(([id, seq, text]) => [id, seq, text])).toEqual([
      ['c2', 6, 'message 6'],
      ['c1', 3, 'message 3'],
    ]);
    await settle(1_000);
    expect(shown()).toEqual([
      ['c2', 6, 'message 6', 6],
      ['c1', 3, 'message 3', 3],
    ]);
  });

  it('that doesn’t contain their conversation is asked for again', async () => {
    const { dispatch, list, answer, slow, shown } = await refreshing();
    dispatch(told('c2', 5, 4));
    await settle();
    slow.resolve(list(stored('c1', 3, 2)));
    answer(list(stored('c2', 5, 4), stored('c1', 3, 2)));
    await settle(1_000);
    expect(shown().map(([id]) => id)).toEqual(['c2', 'c1']);
  });

  it('is asked for once if nothing happened meanwhile', async () => {
    const { deps, list, slow } = await refreshing();
    slow.resolve(list(stored('c1', 3, 2), stored('c2', 4, 1)));
    await settle(10_000);
    expect(deps.api.routes().filter((route) => route === 'GET /conversations')).toHaveLength(2);
  });

  it('counts all unread messages again', async () => {
    const slow = Promise.withResolvers<{ total: number }>();
    const { deps, dispatch, state } = await refreshing();
    deps.api.answer({ 'GET /messages/counting-not-read-messages': () => slow.promise });
    dispatch(connectionRestored({ first: false }));
    await settle();
    dispatch(told('c2', 5, 4));
    await settle();
    deps.api.answer({ 'GET /messages/counting-not-read-messages': () => ({ total: 8 }) });
    slow.resolve({ total: 7 });
    await settle(1_000);
    expect(selectUnreadTotal(state())).toBe(8);
  });
});

describe('reading that fails', () => {
  it('is repeated once the page catches up, while the conversation is open', async () => {
    let unread = 0;
    const list = () => ({
      ...pageOf([]),
      data: [aConversation('c1', { totalNotSeenMessages: unread, lastSeq: 3 + unread })],
    });
    const { deps, dispatch, state } = await start({ 'GET /conversations': list });
    dispatch(conversationsRequested());
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    deps.api.answer({
      'POST /messages/read-all/:id': () => {
        throw problem(503);
      },
    });
    unread = 1;
    dispatch(
      live['message/created']({ conversationId: 'c1', message: aMessage(4, { conversationId: 'c1' }) }),
    );
    await settle(300);
    deps.api.answer({
      'POST /messages/read-all/:id': () => {
        unread = 0;
        return { success: true };
      },
    });
    await settle(2_000);
    expect([unread, selectConversation(state(), 'c1')?.totalNotSeenMessages]).toEqual([0, 0]);
  });

  it('also covers messages that no event told of, unless the page is hidden', async () => {
    const list = () => ({
      ...pageOf([]),
      data: [aConversation('c1', { totalNotSeenMessages: 2, lastSeq: 5 })],
    });
    const { deps, dispatch } = await start({ 'GET /conversations': list });
    dispatch(conversationsRequested());
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    const reads = () => deps.api.routes().filter((route) => route === 'POST /messages/read-all/:id').length;
    const before = reads();
    deps.screen.visible = false;
    dispatch(connectionRestored({ first: false }));
    await settle(1_000);
    expect(reads()).toBe(before);
    deps.screen.visible = true;
    dispatch(connectionRestored({ first: false }));
    await settle(1_000);
    expect(reads()).toBe(before + 1);
  });
});

describe('an incoming message', () => {
  const withList = async (more: Replies = {}) => {
    const running = await start(more);
    running.dispatch(conversationsRequested());
    await settle();
    return running;
  };
  const arrived = (changes = {}) =>
    live['message/created']({
      conversationId: 'c2',
      message: aMessage(4, { conversationId: 'c2', text: 'Hello', ...changes }),
    });

  it('that arrives after a later one of another conversation goes behind it', async () => {
    const { dispatch, state } = await withList();
    const later = aMessage(9, { createdAt: '2026-11-20T12:00:01.000Z' });
    dispatch(live['message/created']({ conversationId: 'c1', message: later }));
    dispatch(arrived({ createdAt: '2026-11-20T12:00:00.000Z' }));
    await settle();
    expect(selectConversationList(state()).data).toEqual(['c1', 'c2']);
  });

  it('older than the newest one changes neither preview nor order', async () => {
    const { dispatch, state } = await withList();
    dispatch(arrived({ seq: 6, text: 'Newest' }));
    const createdAt = '2026-11-20T12:00:00.000Z';
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(9, { createdAt }) }));
    dispatch(arrived({ seq: 5, text: 'Late' }));
    await settle();
    expect(selectConversationList(state()).data).toEqual(['c1', 'c2']);
    expect(selectConversation(state(), 'c2')).toMatchObject({ lastMessage: { text: 'Newest' }, lastSeq: 6 });
  });

  it('moves its conversation to the front and counts as unread', async () => {
    const { dispatch, state } = await withList();
    dispatch(arrived());
    await settle();
    expect(selectConversationList(state()).data).toEqual(['c2', 'c1']);
    expect(selectConversation(state(), 'c2')).toMatchObject({
      totalNotSeenMessages: 1,
      lastSeq: 4,
      lastMessage: { text: 'Hello', seq: 4 },
    });
    expect(selectUnreadTotal(state())).toBe(6);
  });

  it('counts once, whether the list or the event arrived first', async () => {
    const { dispatch, state } = await withList({
      'GET /conversations': () => ({
        ...pageOf([]),
        data: [aConversation('c2', { lastSeq: 4, totalNotSeenMessages: 1 })],
      }),
    });
    dispatch(arrived());
    await settle();
    expect([selectConversation(state(), 'c2')?.totalNotSeenMessages, selectUnreadTotal(state())]).toEqual([
      1, 5,
    ]);
  });

  it('from yourself is never unread', async () => {
    const { dispatch, state } = await withList();
    dispatch(arrived({ senderId: 'me' }));
    await settle();
    expect([selectConversation(state(), 'c2')?.totalNotSeenMessages, selectUnreadTotal(state())]).toEqual([
      0, 5,
    ]);
  });

  it('in the open conversation is marked read, a burst of them once', async () => {
    const { dispatch, state, deps } = await withList();
    dispatch(conversationOpenRequested({ id: 'c2' }));
    await settle();
    deps.api.calls.length = 0;
    dispatch(arrived());
    dispatch(arrived({ _id: 'm5', seq: 5 }));
    await settle(300);
    expect(deps.api.routes().filter((route) => route === 'POST /messages/read-all/:id')).toHaveLength(1);
    expect(selectConversation(state(), 'c2')?.totalNotSeenMessages).toBe(0);
  });

  it('in an open conversation behind another window stays unread', async () => {
    const { dispatch, state, deps } = await withList();
    dispatch(conversationOpenRequested({ id: 'c2' }));
    await settle();
    deps.screen.visible = false;
    dispatch(arrived());
    await settle(300);
    expect(selectConversation(state(), 'c2')?.totalNotSeenMessages).toBe(1);
    deps.screen.visible = true;
    dispatch(conversationSeen('c2'));
    await settle(300);
    expect(selectConversation(state(), 'c2')?.totalNotSeenMessages).toBe(0);
  });

  it('of an unknown conversation brings it to the front', async () => {
    const message = aMessage(1, { conversationId: 'c9' });
    const { dispatch, state } = await withList({
      'GET /conversations/:id': ({ params }) =>
        aConversation(params.id, { lastMessage: message, lastSeq: 1 }),
    });
    dispatch(live['message/created']({ conversationId: 'c9', message }));
    await settle();
    expect(selectConversationList(state()).data).toEqual(['c9', 'c1', 'c2']);
    expect(selectUnreadTotal(state())).toBe(3);
  });

  it('that is deleted changes the line in the list and the count', async () => {
    const { dispatch, state } = await withList({
      'GET /conversations/:id': ({ params }) => aConversation(params.id, { lastSeq: 4 }),
    });
    dispatch(arrived());
    await settle();
    dispatch(live['message/deleted']({ conversationId: 'c2', messageId: 'm4', seq: 4, change: 1 }));
    await settle();
    expect([selectConversation(state(), 'c2')?.lastMessage, selectUnreadTotal(state())]).toEqual([null, 3]);
  });
});

describe('once events are received', () => {
  it('a list that was empty is loaded again, because the first message may have arrived in between', async () => {
    let ids: string[] = [];
    const { dispatch, state } = await start({ 'GET /conversations': () => pageOf(ids) });
    dispatch(conversationsRequested());
    await settle();
    ids = ['c9'];
    dispatch(connectionRestored({ first: true }));
    await settle();
    expect(selectConversationList(state()).data).toEqual(['c9']);
  });

  it("a list that nobody requested isn't loaded", async () => {
    const list = vi.fn(() => pageOf(['c1']));
    const { dispatch } = await start({ 'GET /conversations': list });
    dispatch(connectionRestored({ first: false }));
    await settle();
    expect(list).not.toHaveBeenCalled();
  });
});

describe('actions of the other side and other tabs', () => {
  it('reading by the other side moves the mark, never back', async () => {
    const { dispatch, state } = await start();
    dispatch(conversationsRequested());
    await settle();
    dispatch(live['conversation/read']({ conversationId: 'c1', readerId: 'other', seq: 7 }));
    dispatch(live['conversation/read']({ conversationId: 'c1', readerId: 'other', seq: 5 }));
    await settle();
    expect(selectConversation(state(), 'c1')?.recipientReadSeq).toBe(7);
  });

  it('reading in your other tab zeroes the count here', async () => {
    const { dispatch, state } = await start({
      'GET /conversations': () => ({
        ...pageOf([]),
        data: [aConversation('c1', { totalNotSeenMessages: 2 })],
      }),
    });
    dispatch(conversationsRequested());
    await settle();
    dispatch(live['conversation/read']({ conversationId: 'c1', readerId: 'me', seq: 2 }));
    await settle();
    expect([selectConversation(state(), 'c1')?.totalNotSeenMessages, selectUnreadTotal(state())]).toEqual([
      0, 3,
    ]);
  });

  it('typing shows for five seconds after its last event, and ends with the message', async () => {
    const { dispatch, state } = await start();
    const typing = () => dispatch(live['conversation/typing']({ conversationId: 'c1', accountId: 'other' }));
    typing();
    await settle(4_000);
    typing();
    await settle(4_000);
    expect(selectIsTyping(state(), 'c1')).toBe(true);
    await settle(1_000);
    expect(selectIsTyping(state(), 'c1')).toBe(false);
    typing();
    dispatch(live['message/created']({ conversationId: 'c1', message: aMessage(1) }));
    await settle();
    expect(selectIsTyping(state(), 'c1')).toBe(false);
  });

  it('presence shows in every conversation with the person', async () => {
    const { dispatch, state } = await start();
    dispatch(conversationsRequested());
    await settle();
    dispatch(live['presence/changed']({ accountId: 'other', isOnline: true }));
    expect([
      selectConversation(state(), 'c1')?.recipient?.isOnline,
      selectConversation(state(), 'c2')?.recipient?.isOnline,
    ]).toEqual([true, true]);
  });
});

it('after a disconnect, changes appear, keeping the loaded pages', async () => {
  const { dispatch, state, socket, deps } = await start({
    'GET /conversations': ({ query }) =>
      query?.cursor ? pageOf(['c3']) : pageOf(['c1', 'c2'], { isMore: true, nextCursor: 'k' }),
  });
  dispatch(conversationsRequested());
  await settle();
  dispatch(conversationsRequested({ more: true }));
  await settle();
  deps.api.answer({ 'GET /conversations': () => pageOf(['c9', 'c2'], { isMore: true, nextCursor: 'k2' }) });
  socket().cutAndReconnect();
  await settle();
  expect(selectConversationList(state())).toMatchObject({ data: ['c9', 'c2', 'c1', 'c3'], isMore: false });
  expect(selectUnreadTotal(state())).toBe(3);
});
