import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import {
  conversationClosed,
  conversationOpenRequested,
  conversationsRequested,
  massMessagingToggled,
  selectActiveConversation,
  selectConversation,
  selectConversationList,
  selectConversationState,
  selectShowMassMessaging,
} from '#state/messages/conversation.ts';
import { selectThread } from '#state/messages/message.ts';
import { selectUnreadTotal } from '#state/messages/unread.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
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
const refuse =
  (status = 500) =>
  () => {
    throw problem(status);
  };
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

describe('the list', () => {
  it('loads the first 25', async () => {
    const answer = onItsWay<ReturnType<typeof pageOf>>();
    const { dispatch, state, deps } = await start({ 'GET /conversations': () => answer.promise });
    dispatch(conversationsRequested());
    await settle();
    expect(selectConversationList(state())).toMatchObject({ requesting: true, error: null });
    answer.resolve(pageOf(['c1', 'c2'], { total: 40, isMore: true }));
    await settle();
    expect(selectConversationList(state())).toMatchObject({
      requesting: false,
      error: null,
      data: ['c1', 'c2'],
      total: 40,
      isMore: true,
    });
    expect(selectConversation(state(), 'c2')?._id).toBe('c2');
    expect(deps.api.calls.at(-1)?.[1]).toMatchObject({ query: { offset: 0, limit: 25 } });
  });

  it('pages by key, each conversation once', async () => {
    const { dispatch, state, deps } = await start({
      'GET /conversations': ({ query }) =>
        query?.cursor
          ? pageOf(['c2', 'c3'])
          : pageOf(['c1', 'c2'], { total: 3, isMore: true, nextCursor: 'k' }),
    });
    dispatch(conversationsRequested({ q: 'le' }));
    await settle();
    dispatch(conversationsRequested({ more: true }));
    await settle();
    expect(selectConversationList(state())).toMatchObject({
      data: ['c1', 'c2', 'c3'],
      isMore: false,
      q: 'le',
    });
    expect(deps.api.calls.at(-1)?.[1]).toMatchObject({ query: { cursor: 'k', limit: 25, q: 'le' } });
  });

  it('that fails is emptied, with its message', async () => {
    const { dispatch, state, deps } = await start();
    dispatch(conversationsRequested());
    await settle();
    deps.api.answer({ 'GET /conversations': refuse() });
    dispatch(conversationsRequested());
    await settle();
    expect(selectConversationList(state())).toMatchObject({
      requesting: false,
      data: [],
      total: 0,
      error: { status: 500 },
    });
    expect(deps.said).toEqual([['error', 'Error occurred, please try again later']]);
  });

  it('keeps what is shown if only a further page fails', async () => {
    const { dispatch, state, deps } = await start({
      'GET /conversations': () => pageOf(['c1'], { isMore: true }),
    });
    dispatch(conversationsRequested());
    await settle();
    deps.api.answer({ 'GET /conversations': refuse() });
    dispatch(conversationsRequested({ more: true }));
    await settle();
    expect(selectConversationList(state())).toMatchObject({
      data: ['c1'],
      requesting: false,
      error: { status: 500 },
    });
  });

  it('shows no message of its own when the session is over', async () => {
    const { dispatch, deps } = await start({ 'GET /conversations': refuse(401) });
    dispatch(conversationsRequested());
    await settle();
    expect(deps.said).toEqual([['error', 'Please login!']]);
  });
});

describe('opening', () => {
  const opened = async (more: Replies = {}) => {
    const running = await start({
      'GET /conversations': () => ({
        ...pageOf([]),
        data: [aConversation('c1'), aConversation('c2', { totalNotSeenMessages: 2 })],
        total: 2,
      }),
      ...more,
    });
    running.dispatch(conversationsRequested());
    await settle();
    return running;
  };

  it('makes it active, keeps its place in the list, and zeroes its count after marking all as read', async () => {
    const reading = onItsWay<{ success: true }>();
    const { dispatch, state } = await opened({ 'POST /messages/read-all/:id': () => reading.promise });
    dispatch(conversationOpenRequested({ id: 'c2' }));
    await settle();
    expect(selectActiveConversation(state())).toMatchObject({ _id: 'c2', totalNotSeenMessages: 2 });
    expect(selectConversationList(state()).data).toEqual(['c1', 'c2']);
    reading.resolve({ success: true });
    await settle();
    expect(selectConversation(state(), 'c2')?.totalNotSeenMessages).toBe(0);
    expect(selectUnreadTotal(state())).toBe(3);
  });

  it('moves a missing one to the front', async () => {
    const { dispatch, state } = await opened();
    dispatch(conversationOpenRequested({ id: 'c9' }));
    await settle();
    expect(selectConversationList(state())).toMatchObject({ data: ['c9', 'c1', 'c2'], total: 3 });
    expect(selectConversationState(state()).activeConversation).toBe('c9');
  });

  it('creates one with an account', async () => {
    const { dispatch, state, deps } = await opened({ 'POST /conversations': () => aConversation('c7') });
    dispatch(conversationOpenRequested({ source: 'performer', sourceId: 'lena-id' }));
    await settle();
    expect(selectActiveConversation(state())?._id).toBe('c7');
    expect(deps.api.calls).toContainEqual([
      'POST /conversations',
      { body: { source: 'performer', sourceId: 'lena-id' } },
    ]);
  });

  it('fetches its first 25 messages', async () => {
    const { dispatch, deps } = await opened();
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    expect(deps.api.calls).toContainEqual([
      'GET /messages/conversations/:id',
      { params: { id: 'c1' }, query: { offset: 0, limit: 25 } },
    ]);
  });

  it('that fails says so and opens nothing', async () => {
    const { dispatch, state, deps } = await opened({ 'GET /conversations/:id': refuse(404) });
    dispatch(conversationOpenRequested({ id: 'c9' }));
    await settle();
    expect(selectConversationState(state())).toMatchObject({
      activeConversation: null,
      opening: { requesting: false, error: { status: 404 } },
    });
    expect(deps.said).toEqual([['error', 'Error occurred, please try again later']]);
  });

  it('another one while the first is loading shows the later one', async () => {
    const slow = onItsWay<Conversation>();
    const { dispatch, state } = await opened({
      'GET /conversations/:id': ({ params }) =>
        params.id === 'slow' ? slow.promise : aConversation(params.id),
    });
    dispatch(conversationOpenRequested({ id: 'slow' }));
    await settle();
    dispatch(conversationOpenRequested({ id: 'c9' }));
    await settle();
    slow.resolve(aConversation('slow'));
    await settle();
    expect(selectActiveConversation(state())?._id).toBe('c9');
  });
});

describe('closing', () => {
  it('clears the active conversation and its messages', async () => {
    const { dispatch, state } = await start({
      'GET /messages/conversations/:id': () => ({ data: [aMessage(1)], total: 1, lastChange: 0 }),
    });
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    expect(selectThread(state(), 'c1').items).toHaveLength(1);
    dispatch(conversationClosed('c1'));
    expect(selectActiveConversation(state())).toBeUndefined();
    expect(selectThread(state(), 'c1').items).toEqual([]);
  });

  it('before it is open prevents opening', async () => {
    const slow = onItsWay<Conversation>();
    const { dispatch, state } = await start({ 'GET /conversations/:id': () => slow.promise });
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    dispatch(conversationClosed('c1'));
    slow.resolve(aConversation('c1'));
    await settle();
    expect(selectActiveConversation(state())).toBeUndefined();
  });

  it('right after opening still marks it read', async () => {
    const reading = onItsWay<{ success: true }>();
    const { dispatch, state } = await start({
      'GET /conversations/:id': () => aConversation('c1', { totalNotSeenMessages: 2 }),
      'POST /messages/read-all/:id': () => reading.promise,
    });
    dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
    dispatch(conversationClosed('c1'));
    reading.resolve({ success: true });
    await settle();
    expect(selectConversation(state(), 'c1')?.totalNotSeenMessages).toBe(0);
  });

  it('leaves one opened since untouched', async () => {
    const { dispatch, state } = await start();
    dispatch(conversationOpenRequested({ id: 'c2' }));
    await settle();
    dispatch(conversationClosed('c1'));
    expect(selectActiveConversation(state())?._id).toBe('c2');
  });
});

it('shows or hides the mass message section', async () => {
  const { dispatch, state } = await start();
  expect(selectShowMassMessaging(state())).toBe(false);
  dispatch(massMessagingToggled(true));
  expect(selectShowMassMessaging(state())).toBe(true);
});
