import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LazyPart } from '#state/lazy-parts.ts';
import { connectionRestored } from '#state/live/connection.ts';
import { live } from '#state/live/live-events.ts';
import { loginRequested, selectAuth } from '#state/session/auth.ts';
import { makeStore } from '#state/store.ts';
import { settle, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aStreamMessage } from '../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps actions dispatched before the sagas were loaded', async () => {
  const { deps } = await startStore({
    answers: {
      'POST /auth/login': () => ({
        token: 'tok-new',
        expiresAt: '2027-11-20T10:00:00.000Z',
        device: 'a.device.kept',
      }),
      'GET /users/me': () => aUser(),
    },
  });
  const store = makeStore(deps);
  store.dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(false);
  await store.start();
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(true);
});

it('for a visitor they load with the first action', async () => {
  const answers = {
    'POST /auth/login': () => ({
      token: 'tok-new',
      expiresAt: '2027-11-20T10:00:00.000Z',
      device: 'a.device.kept',
    }),
    'GET /users/me': () => aUser(),
  };
  const { deps } = await startStore({ answers });
  const store = makeStore(deps, { user: null });
  store.startWhenNeeded();
  // No saga handles RTK Query's internal actions.
  store.dispatch({ type: 'api/executeQuery/pending' });
  await settle();
  expect(deps.api.calls.length).toBe(0);
  store.dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await vi.waitFor(async () => {
    await settle();
    expect(selectAuth(store.getState()).loggedIn).toBe(true);
  });
});

it("a visitor's actions before that aren't lost", async () => {
  const { deps } = await startStore({
    answers: {
      'GET /settings/public': () => {
        throw new Error('asked');
      },
    },
  });
  const store = makeStore(deps, { user: null });
  store.dispatch({ type: 'settings/settingsRequested' });
  store.startWhenNeeded();
  await vi.waitFor(async () => {
    await settle();
    expect(deps.api.routes()).toContain('GET /settings/public');
  });
});

describe('what most pages never need', () => {
  /** As a browser has it whose page has just come: nothing is loaded yet. */
  const fresh = async () => {
    vi.resetModules();
    return { ...(await import('#state/lazy.ts')), ...(await import('#state/lazy-parts.ts')) };
  };
  const here = (...parts: LazyPart[]) => parts.map((part) => part.isLoaded());
  const event = (type: string) => ({ type: `live/${type}`, payload: {} });

  it.each([
    [live['stream/message'].type, [true, false]],
    [live['private-stream/requested'].type, [true, false]],
    ['streamMessage/streamMessagesRequested', [true, false]],
    [live['message/created'].type, [false, true]],
    [live['conversation/read'].type, [false, true]],
    ['message/messageSendRequested', [false, true]],
    ['conversation/conversationsRequested', [false, true]],
    [live['notification/created'].type, [false, false]],
    [live['balance/updated'].type, [false, false]],
    ['user/currentUserChanged', [false, false]],
  ])('comes with %s: %j', async (type, expected) => {
    const { streams, messages } = await fresh();
    expect([streams, messages].map((part) => part.handles({ type }, {}))).toEqual(expected);
  });

  it('comes to count what is unread after a cut, or where conversations are shown', async () => {
    const { messages } = await fresh();
    const first = connectionRestored({ first: true });
    expect(messages.handles(first, {})).toBe(false);
    expect(messages.handles(first, { conversation: {} })).toBe(true);
    expect(messages.handles(connectionRestored({ first: false }), {})).toBe(true);
  });

  it('lets nothing overtake the action that brings it', async () => {
    const { makeActionQueue, messages, missingPart, streams } = await fresh();
    const put: string[] = [];
    const { middleware, open } = makeActionQueue();
    const dispatch = middleware({} as never)(() => undefined);
    open({
      missing: missingPart,
      put: ({ type }) => void put.push(`${type} ${here(messages, streams).join()}`),
    });
    dispatch(event('balance/updated'));
    dispatch(event('message/created'));
    dispatch(event('balance/updated'));
    expect(put).toEqual(['live/balance/updated false,false']);
    await vi.waitFor(() => expect(put).toHaveLength(3));
    expect(put.slice(1)).toEqual(['live/message/created true,false', 'live/balance/updated true,false']);
    dispatch(event('stream/message'));
    await vi.waitFor(() => expect(put.at(-1)).toBe('live/stream/message true,true'));
  });

  it.each([
    ['comes with the sagas of a page that opens with conversations', true],
    ['waits for its first action on others', false],
  ])('%s', async (_what, opensWithConversations) => {
    const { messages } = await fresh();
    if (opensWithConversations) await import('#state/messages/conversation.ts');
    const { makeStore: freshStore } = await import('#state/store.ts');
    const { serverDeps } = await import('#state/server-deps.ts');
    const store = freshStore(serverDeps, { user: null });
    await store.start();
    await vi.dynamicImportSettled();
    expect(messages.isLoaded()).toBe(opensWithConversations);
    await store.stop();
  });

  it('has its slice there before an event fills it', async () => {
    vi.resetModules();
    const { makeStore: freshStore } = await import('#state/store.ts');
    const { makeFakeDeps } = await import('./setup/make-fake-deps.ts');
    const deps = makeFakeDeps({}, () => undefined);
    deps.cookie.token = 'tok-1';
    const store = freshStore(deps, { user: aUser() });
    await store.start();
    await settle();
    const socket = deps.sockets.at(-1)!.socket;
    socket.fire('connect');
    await settle();
    expect(store.getState()).not.toHaveProperty('streamMessage');
    socket.receive('stream/message', { conversationId: 's1', messages: [aStreamMessage('a')] });
    await vi.waitFor(() =>
      expect(store.getState()).toMatchObject({ streamMessage: { receiveMessage: { _id: 'a' } } }),
    );
    await store.stop();
  });
});
