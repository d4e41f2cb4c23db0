import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginRequested, logoutRequested, selectAuth, sessionChecked } from '#state/session/auth.ts';
import { socketOptions } from '#state/live/connect-socket.ts';
import { selectConnection } from '#state/live/connection.ts';
import { live, liveEventSent, serverEvents } from '#state/live/live-events.ts';
import { selectUnreadNotifications } from '#state/live/unread-notifications.ts';
import { selectBalance } from '#state/session/user.ts';
import { problem } from './setup/fake-api.ts';
import { settle, startLoggedIn, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answers = {
  'GET /users/me': () => aUser(),
  'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
};
const start = () => startStore({ token: 'tok-1', preloaded: { user: aUser() }, answers });
const logins = (sent: [string, unknown][]) => sent.filter(([event]) => event === 'auth/login');

describe('the states', () => {
  it('are null without a login, initialized with it', async () => {
    const { dispatch, state, deps } = await startStore();
    expect([selectConnection(state()), deps.sockets]).toEqual([null, []]);
    dispatch(sessionChecked(aUser()));
    await settle();
    expect([selectConnection(state()), deps.sockets.length]).toEqual(['initialized', 1]);
  });

  it('are connected, disconnected, reconnecting, failed', async () => {
    const { socket, state } = await start();
    const status = async (act: () => void) => {
      act();
      await settle();
      return selectConnection(state());
    };
    expect(selectConnection(state())).toBe('initialized');
    expect(await status(() => socket().fire('connect'))).toBe('connected');
    expect(await status(() => socket().fire('disconnect', 'transport close'))).toBe('disconnected');
    expect(await status(() => socket().io.fire('reconnect_attempt', 1))).toBe('reconnecting');
    expect(await status(() => socket().fire('connect_error', new Error('refused')))).toBe('failed');
    expect(await status(() => socket().io.fire('reconnect_attempt', 2))).toBe('reconnecting');
    expect(await status(() => socket().io.fire('reconnect', 2))).toBe('connected');
    expect(await status(() => socket().io.fire('reconnect_failed'))).toBe('failed');
  });

  it('show no errors to people', async () => {
    const { socket, deps } = await start();
    socket().fire('connect_error', new Error('refused'));
    await settle();
    expect(deps.said).toEqual([]);
  });
});

it('opens once, with the token, and never without a login', async () => {
  const { deps, socket } = await start();
  expect([deps.sockets.length, deps.sockets[0]?.token, socket().opened]).toEqual([1, 'tok-1', 1]);
});

it('listens to events only while connected', async () => {
  const { socket } = await start();
  const heard = () =>
    socket()
      .heard()
      .filter((event) => (serverEvents as readonly string[]).includes(event));
  expect(heard()).toEqual([]);
  socket().fire('connect');
  expect(heard()).toEqual(serverEvents);
  socket().fire('disconnect', 'transport close');
  expect(heard()).toEqual([]);
  socket().fire('connect');
  socket().fire('connect');
  expect(socket().listeners.get('balance/updated')?.size).toBe(1);
});

it("a first connection after several tries isn't the first for the rest: what happened meanwhile is caught up on", async () => {
  const { socket, deps } = await start();
  const unread = () => deps.api.routes().filter((route) => route === 'GET /users/me').length;
  socket().fire('connect_error', new Error('refused'));
  socket().io.fire('reconnect_attempt', 1);
  const before = unread();
  socket().fire('connect');
  await settle();
  expect(unread()).toBe(before + 1);
});

it('sends auth/login with the token again on a successful reconnect, once', async () => {
  const { socket, deps } = await start();
  socket().fire('connect');
  await settle();
  socket().sent.length = 0;
  deps.cookie.token = 'tok-2';
  socket().fire('disconnect', 'transport close');
  socket().io.fire('reconnect', 1);
  await settle();
  expect(logins(socket().sent)).toEqual([['auth/login', { token: 'tok-2' }]]);
  socket().fire('connect');
  await settle();
  expect(logins(socket().sent)).toHaveLength(1);
});

it('applies events to the state, in order and without losses', async () => {
  const { socket, state } = await startLoggedIn(aUser(), { answers });
  for (const balance of [90, 80, 70]) socket().receive('balance/updated', { added: -10, balance });
  await settle();
  expect(selectBalance(state())).toBe(70);
});

it('keeps events that arrive while one is being handled', async () => {
  const { socket, state, store } = await startLoggedIn(aUser(), { answers });
  const stop = store.subscribe(
    () => (stop(), socket().receive('balance/updated', { added: -20, balance: 70 })),
  );
  socket().receive('balance/updated', { added: -10, balance: 90 });
  await settle();
  expect(selectBalance(state())).toBe(70);
});

it('fetches what a disconnect may have hidden, once the server knows the account', async () => {
  const { socket, deps } = await startLoggedIn(aUser(), { answers });
  expect(deps.api.routes()).toEqual([]);
  socket().ack = null;
  socket().cutAndReconnect();
  await settle(9_999);
  expect(deps.api.routes()).toEqual([]);
  await settle(1);
  expect(deps.api.routes()).toContain('GET /users/me');
});

it('closes on logout and receives nothing more', async () => {
  const { dispatch, socket, state } = await startLoggedIn(aUser(), {
    answers: { ...answers, 'POST /auth/logout': () => ({ success: true }) },
  });
  const old = socket();
  dispatch(logoutRequested());
  await settle();
  expect([old.closed, old.heard(), old.io.heard(), selectConnection(state())]).toEqual([1, [], [], null]);
});

it('opens a new one for a new login', async () => {
  const { dispatch, socket, deps } = await startLoggedIn(aUser(), {
    answers: {
      ...answers,
      'POST /auth/logout': () => ({ success: true }),
      'POST /auth/login': () => ({ token: 'tok-2', expiresAt: '', device: 'a.device.kept' }),
    },
  });
  dispatch(logoutRequested());
  await settle();
  dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await settle();
  expect(deps.sockets.map(({ token }) => token)).toEqual(['tok-1', 'tok-2']);
  expect(socket().closed).toBe(0);
});

it('closes when the program stops', async () => {
  const { store, socket } = await startLoggedIn(aUser(), { answers });
  await store.stop();
  expect(socket().closed).toBe(1);
});

describe('if the server ends the connection', () => {
  it('logs out here if the session is over', async () => {
    const { socket, state, deps } = await startLoggedIn(aUser(), { answers, path: '/messages' });
    deps.api.answer({
      'GET /users/me': () => {
        throw problem(401);
      },
    });
    const old = socket();
    old.fire('disconnect', 'io server disconnect');
    await settle();
    expect([selectAuth(state()).loggedIn, deps.cookie.token, deps.visited, old.closed]).toEqual([
      false,
      null,
      ['/auth/login'],
      1,
    ]);
    expect(deps.said).toEqual([['error', 'Please login!']]);
  });

  it('reconnects if the session is still valid', async () => {
    const { socket, state } = await startLoggedIn(aUser(), { answers });
    socket().fire('disconnect', 'io server disconnect');
    await settle(1_000);
    expect([socket().opened, selectConnection(state())]).toEqual([2, 'reconnecting']);
  });
});

it('checks a token that the live connection rejects', async () => {
  const { socket, state, deps } = await start();
  deps.api.answer({
    'GET /users/me': () => {
      throw problem(401);
    },
  });
  socket().ack = { ok: false, code: 'not_logged_in', message: 'Please login!' };
  socket().fire('connect');
  await settle();
  expect(selectAuth(state()).loggedIn).toBe(false);
});

it("tries again if the socket's code can't be loaded", async () => {
  let tries = 0;
  const { state, deps } = await startStore({
    token: 'tok-1',
    preloaded: { user: aUser() },
    answers,
    before: (each) => {
      const { connect } = each;
      Object.assign(each, {
        connect: (token: string) => (++tries === 1 ? Promise.reject(new Error('chunk')) : connect(token)),
      });
    },
  });
  expect(selectConnection(state())).toBe('failed');
  await settle(1_000);
  expect([tries, deps.sockets.length]).toEqual([2, 1]);
});

it('sends events to the server only while connected', async () => {
  const { dispatch, socket } = await start();
  dispatch(liveEventSent('conversation/typing', { conversationId: 'c1' }));
  await settle();
  expect(socket().sent).toEqual([]);
  socket().fire('connect');
  dispatch(liveEventSent('conversation/typing', { conversationId: 'c1' }));
  await settle();
  expect(socket().sent).toContainEqual(['conversation/typing', { conversationId: 'c1' }]);
});

it('shows a notification with its link', async () => {
  const { dispatch, deps } = await startLoggedIn(aUser(), { answers });
  dispatch(
    live['notification/created']({ kind: 'tip', text: 'Lena tipped you.', href: '/creator/earnings' }),
  );
  await settle();
  expect(deps.said).toEqual([['info', 'Lena tipped you.']]);
});

it('counts unread notifications once, however many events come at once, and shows no toast for quiet ones', async () => {
  let asked = 0;
  const me = aUser({ unreadNotifications: 2 });
  const { dispatch, state, deps } = await startLoggedIn(me, {
    answers: {
      ...answers,
      'GET /users/me': () => me,
      'GET /notifications/unread': () => {
        asked += 1;
        return { unread: 7 };
      },
    },
  });
  expect(selectUnreadNotifications(state())).toBe(2);
  for (let at = 0; at < 5; at += 1)
    dispatch(
      live['notification/created']({ kind: 'like', text: 'Many liked it.', href: null, isQuiet: true }),
    );
  await vi.advanceTimersByTimeAsync(600);
  expect(selectUnreadNotifications(state())).toBe(7);
  expect([asked, deps.said]).toEqual([1, []]);
  dispatch(live['notification/read']({ unread: 0 }));
  await settle();
  expect(selectUnreadNotifications(state())).toBe(0);
});

it('an answer that was asked for before something was read is asked for again', async () => {
  const answered: ((unread: number) => void)[] = [];
  const { dispatch, state } = await startLoggedIn(aUser(), {
    answers: {
      ...answers,
      'GET /notifications/unread': () =>
        new Promise<{ unread: number }>((resolve) => answered.push((unread) => resolve({ unread }))),
    },
  });
  dispatch(live['notification/created']({ kind: 'like', text: 'One.', href: null, isQuiet: true }));
  await vi.advanceTimersByTimeAsync(600);
  expect(answered).toHaveLength(1);
  dispatch(live['notification/read']({ unread: 0 }));
  await settle();
  answered[0]?.(1);
  await settle();
  expect([answered.length, selectUnreadNotifications(state())]).toEqual([2, 0]);
  answered[1]?.(0);
  await settle();
  expect([answered.length, selectUnreadNotifications(state())]).toEqual([2, 0]);
});

describe('socket options', () => {
  it('equal the specification', () =>
    expect(socketOptions('tok')).toMatchObject({
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnection: true,
      reconnectionAttempts: Infinity,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 10_000,
      query: { token: 'tok' },
    }));
  it('contain no token if there is none', () => expect(socketOptions(null)).not.toHaveProperty('query'));
});

describe("after a gap in the server's events", () => {
  it('catches up by itself within three seconds, once for several announcements', async () => {
    const { socket, deps } = await startLoggedIn(aUser(), { answers });
    const fetched = () => deps.api.routes().filter((route) => route === 'GET /users/me').length;
    for (let times = 0; times < 3; times += 1) socket().receive('events/missed', {});
    await settle(3_000);
    expect(fetched()).toBe(1);
  });
});

it("a server that can't look up a token now is asked again, and nobody is logged out", async () => {
  const { socket, state, deps } = await start();
  const asked = () => logins(socket().sent).length;
  deps.api.answer({
    'GET /users/me': () => {
      throw problem(503);
    },
  });
  socket().ack = {
    ok: false,
    code: 'database_unavailable',
    message: 'We’re having trouble on our end. Try again in a few seconds.',
  };
  socket().fire('connect');
  await settle();
  expect([asked(), selectAuth(state()).loggedIn, deps.cookie.token]).toEqual([1, true, 'tok-1']);
  socket().ack = { ok: true };
  await settle(1_000);
  expect([asked(), selectAuth(state()).loggedIn]).toEqual([2, true]);
});

it('a session check during a database outage keeps retrying', async () => {
  const { socket, state, deps } = await startLoggedIn(aUser(), { answers, path: '/messages' });
  deps.api.answer({
    'GET /users/me': () => {
      throw problem(503);
    },
  });
  socket().fire('disconnect', 'io server disconnect');
  await settle(5_000);
  expect([selectAuth(state()).loggedIn, deps.cookie.token, deps.visited]).toEqual([true, 'tok-1', []]);
  deps.api.answer({ 'GET /users/me': () => aUser() });
  await settle(20_000);
  expect([selectAuth(state()).loggedIn, socket().opened]).toEqual([true, 2]);
});
