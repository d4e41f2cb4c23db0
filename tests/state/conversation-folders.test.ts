import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import { connectionRestored } from '#state/live/connection.ts';
import { live } from '#state/live/live-events.ts';
import type { ConversationFilter } from '#state/messages/conversation-list.ts';
import {
  conversationOpenRequested,
  conversationRefreshed,
  conversationsRequested,
  selectConversation,
  selectConversationList,
  selectWaiting,
} from '#state/messages/conversation.ts';
import { selectUnreadTotal } from '#state/messages/unread.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aConversation, aMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pageOf = (data: Conversation[]) => ({ data, total: data.length, isMore: false, nextCursor: null });

/** A server with these conversations, in this order, of which a test changes some. */
function aServer(first: Conversation[]) {
  let all = first;
  const unreadIn = ({ folder, totalNotSeenMessages, isMarkedUnread }: Conversation) =>
    folder === 'inbox' ? Math.max(totalNotSeenMessages, isMarkedUnread ? 1 : 0) : 0;
  const isIn = (each: Conversation, filter: ConversationFilter) =>
    filter === 'unread'
      ? unreadIn(each) > 0
      : each.folder === (filter === 'all' ? ('inbox' as const) : filter);
  const replies: Replies = {
    'GET /conversations': ({ query: { filter = 'all' } = {} }) =>
      pageOf(all.filter((each) => isIn(each, filter as ConversationFilter))),
    'GET /conversations/:id': ({ params }) => {
      const found = all.find((each) => each._id === params.id);
      if (!found) throw problem(404);
      return found;
    },
    'GET /conversations/counts': () => ({
      unread: all.filter((each) => unreadIn(each) > 0).length,
      requests: all.filter((each) => each.folder === 'requests').length,
    }),
    'GET /messages/counting-not-read-messages': () => ({
      total: all.reduce((sum, each) => sum + unreadIn(each), 0),
    }),
    'GET /messages/conversations/:id': () => ({ data: [], total: 0, lastChange: 0 }),
    'POST /messages/read-all/:id': () => ({ success: true }),
    'GET /users/me': () => aUser(),
  };
  const put = (id: string, changes: Partial<Conversation>) =>
    void (all = all.map((each) => (each._id === id ? { ...each, ...changes } : each)));
  return { replies, put, add: (each: Conversation) => void (all = [each, ...all]) };
}

const updatedAt = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
/** Two pinned, two others, a request, an archived one. */
const everything = () => [
  aConversation('p1', { isPinned: true, updatedAt: updatedAt(3) }),
  aConversation('p2', { isPinned: true, updatedAt: updatedAt(1) }),
  aConversation('c1', { totalNotSeenMessages: 2, lastSeq: 4, updatedAt: updatedAt(4) }),
  aConversation('c2', { updatedAt: updatedAt(2) }),
  aConversation('r1', {
    folder: 'requests',
    totalNotSeenMessages: 1,
    lastSeq: 1,
    updatedAt: updatedAt(3),
  }),
  aConversation('a1', { folder: 'archived', lastSeq: 3 }),
];

async function start(filter: ConversationFilter = 'all') {
  const server = aServer(everything());
  const running = await startLoggedIn(aUser({ totalNotSeenMessages: 2 }), { answers: server.replies });
  const { dispatch, state } = running;
  dispatch(conversationsRequested({ filter }));
  await settle();
  const ids = () => selectConversationList(state()).data;
  const total = () => selectConversationList(state()).total;
  const badge = () => selectUnreadTotal(state());
  /** What another tab did, or the answer to a request: the server tells that something changed. */
  const changed = async (id: string, changes: Partial<Conversation>) => {
    server.put(id, changes);
    dispatch(live['conversation/changed']({ conversationId: id }));
    await settle();
  };
  let arrived = 4;
  const arrive = async (id: string, seq: number, senderId = 'other') => {
    arrived += 1;
    const message = aMessage(seq, { conversationId: id, senderId, createdAt: updatedAt(arrived) });
    dispatch(live['message/created']({ conversationId: id, message }));
    await settle();
  };
  return { ...running, server, ids, total, badge, changed, arrive };
}

describe('choosing a list', () => {
  it.each([
    ['all', ['p1', 'p2', 'c1', 'c2']],
    ['unread', ['c1']],
    ['requests', ['r1']],
    ['archived', ['a1']],
  ] as const)('%s', async (filter, expected) => {
    const { ids, total, state } = await start(filter);
    expect([ids(), total(), selectConversationList(state()).filter]).toEqual([
      expected,
      expected.length,
      filter,
    ]);
  });

  it('empties the rows at once, and keeps only the answer to the last choice', async () => {
    const { dispatch, deps, ids, state } = await start();
    const slow = onItsWay<ReturnType<typeof pageOf>>();
    deps.api.answer({
      'GET /conversations': ({ query: { filter } = {} }) =>
        filter === 'archived' ? slow.promise : pageOf([aConversation('r1', { folder: 'requests' })]),
    });
    dispatch(conversationsRequested({ filter: 'archived' }));
    expect(selectConversationList(state())).toMatchObject({ data: [], total: 0, requesting: true });
    await settle();
    dispatch(conversationsRequested({ filter: 'requests' }));
    await settle();
    slow.resolve(pageOf([aConversation('a1', { folder: 'archived' })]));
    await settle();
    expect([ids(), selectConversationList(state()).filter]).toEqual([['r1'], 'requests']);
  });

  it('is what a page that was being refreshed for another list doesn’t undo', async () => {
    const { dispatch, deps, ids } = await start();
    const refreshed = onItsWay<ReturnType<typeof pageOf>>();
    deps.api.answer({
      'GET /conversations': ({ query: { filter } = {} }) =>
        filter === 'archived' ? pageOf([aConversation('a1', { folder: 'archived' })]) : refreshed.promise,
    });
    dispatch(connectionRestored({ first: true }));
    await settle();
    dispatch(conversationsRequested({ filter: 'archived' }));
    await settle();
    refreshed.resolve(pageOf([aConversation('c1')]));
    await settle();
    expect(ids()).toEqual(['a1']);
  });

  it('survives opening a conversation and asking for the list again', async () => {
    const { dispatch, deps, ids } = await start('archived');
    dispatch(conversationOpenRequested({ id: 'c2' }));
    await settle();
    dispatch(conversationsRequested());
    await settle();
    expect(ids()).toEqual(['a1']);
    expect(deps.api.calls.findLast(([route]) => route === 'GET /conversations')?.[1]).toMatchObject({
      query: { filter: 'archived' },
    });
  });
});

describe('a changed conversation', () => {
  it.each([
    ['all', 'r1', { folder: 'inbox' }, ['p1', 'p2', 'c1', 'r1', 'c2']],
    ['requests', 'r1', { folder: 'inbox' }, []],
    ['all', 'c1', { folder: 'archived' }, ['p1', 'p2', 'c2']],
    ['archived', 'c1', { folder: 'archived' }, ['c1', 'a1']],
    ['archived', 'a1', { folder: 'inbox' }, []],
    ['unread', 'c1', { folder: 'archived' }, []],
    // Read elsewhere: it stays until the list is loaded again, so that rows don't disappear while one reads.
    ['unread', 'c1', { totalNotSeenMessages: 0 }, ['c1']],
    ['unread', 'c2', { isMarkedUnread: true }, ['c1', 'c2']],
    ['all', 'c2', { isMuted: true }, ['p1', 'p2', 'c1', 'c2']],
  ] as const)('in %s: %s with %o', async (...[filter, id, changes, expected]) => {
    const { changed, ids, total, state } = await start(filter);
    await changed(id, changes);
    expect([ids(), total()]).toEqual([expected, expected.length]);
    expect(selectConversation(state(), id)).toMatchObject(changes);
  });

  it('that is pinned or unpinned goes where its last message puts it', async () => {
    const { changed, ids } = await start();
    await changed('c2', { isPinned: true });
    expect(ids()).toEqual(['p1', 'c2', 'p2', 'c1']);
    await changed('p1', { isPinned: false });
    expect(ids()).toEqual(['c2', 'p2', 'c1', 'p1']);
  });

  it('counts again: unread, and requests that wait', async () => {
    const { changed, badge, state } = await start();
    await changed('c2', { isMarkedUnread: true });
    expect([badge(), selectWaiting(state())]).toEqual([3, { unread: 2, requests: 1 }]);
    await changed('r1', { folder: 'inbox' });
    expect([badge(), selectWaiting(state())]).toEqual([4, { unread: 3, requests: 0 }]);
    await changed('c1', { folder: 'archived' });
    expect([badge(), selectWaiting(state())]).toEqual([2, { unread: 2, requests: 0 }]);
  });

  it('that is marked as unread joins the unread ones, even if it was known before', async () => {
    const { dispatch, changed, ids } = await start();
    dispatch(conversationsRequested({ filter: 'unread' }));
    await settle();
    await changed('c2', { isMarkedUnread: true });
    expect(ids()).toEqual(['c1', 'c2']);
  });

  it('that can’t be fetched leaves the list, and still counts', async () => {
    const { deps, changed, ids, badge } = await start();
    deps.api.answer({
      'GET /conversations/:id': () => {
        throw problem(0);
      },
    });
    await changed('c1', { folder: 'archived' });
    expect([ids(), badge()]).toEqual([['p1', 'p2', 'c1', 'c2'], 0]);
  });
});

describe('a message', () => {
  it('moves its conversation to the front, behind the pinned ones, and counts once', async () => {
    const { arrive, ids, badge, state } = await start();
    await arrive('c2', 1);
    await arrive('c2', 1);
    expect([ids(), badge()]).toEqual([['p1', 'p2', 'c2', 'c1'], 3]);
    expect(selectConversation(state(), 'c2')?.totalNotSeenMessages).toBe(1);
    await arrive('p2', 1);
    expect(ids()).toEqual(['p2', 'p1', 'c2', 'c1']);
  });

  it('adds its conversation to the unread ones', async () => {
    const { dispatch, arrive, ids } = await start();
    dispatch(conversationsRequested({ filter: 'unread' }));
    await settle();
    await arrive('c2', 1);
    expect(ids()).toEqual(['c2', 'c1']);
  });

  it('brings an archived conversation back', async () => {
    const { dispatch, server, arrive, ids, badge } = await start('archived');
    server.put('a1', { folder: 'inbox', lastSeq: 4, totalNotSeenMessages: 1 });
    await arrive('a1', 4);
    expect([ids(), badge()]).toEqual([[], 3]);
    dispatch(conversationsRequested({ filter: 'all' }));
    await settle();
    expect(ids()).toContain('a1');
  });

  it('in a request doesn’t count as unread, nor show it among the others', async () => {
    const { dispatch, arrive, ids, badge } = await start('requests');
    await arrive('r1', 2);
    expect([ids(), badge()]).toEqual([['r1'], 2]);
    dispatch(conversationsRequested({ filter: 'all' }));
    await settle();
    await arrive('r1', 3);
    expect([ids(), badge()]).toEqual([['p1', 'p2', 'c1', 'c2'], 2]);
  });

  it('that is a new request is counted apart', async () => {
    const { server, arrive, ids, badge, state } = await start();
    server.add(aConversation('r2', { folder: 'requests', lastSeq: 1, totalNotSeenMessages: 1 }));
    await arrive('r2', 1);
    expect([ids(), badge(), selectWaiting(state())]).toEqual([
      ['p1', 'p2', 'c1', 'c2'],
      2,
      { unread: 1, requests: 2 },
    ]);
  });

  it('that one read elsewhere takes its conversation’s share off the count, also if only marked', async () => {
    const { dispatch, server, changed, badge } = await start();
    await changed('c2', { isMarkedUnread: true });
    expect(badge()).toBe(3);
    for (const conversationId of ['c2', 'r1', 'c1']) {
      server.put(conversationId, { totalNotSeenMessages: 0, isMarkedUnread: false });
      dispatch(live['conversation/read']({ conversationId, readerId: 'me', seq: 4 }));
      await settle();
    }
    expect(badge()).toBe(0);
  });
});

it('what the user does shows at once, before the server’s event', async () => {
  const { dispatch, ids } = await start();
  dispatch(conversationRefreshed(aConversation('c1', { folder: 'archived' })));
  expect(ids()).toEqual(['p1', 'p2', 'c2']);
  dispatch(conversationRefreshed(aConversation('c1', { updatedAt: updatedAt(4) })));
  expect(ids()).toEqual(['p1', 'p2', 'c1', 'c2']);
});
