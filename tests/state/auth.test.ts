import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  loginNeeded,
  loginRequested,
  logoutRequested,
  selectAuth,
  selectLogin,
  sessionCheckRequested,
  sessionEndsHere,
  sessionRefused,
  tokenReceived,
} from '#state/session/auth.ts';
import { followsLearned, selectFollowedIds } from '#state/session/follow.ts';
import { defaultDestination } from '#state/login-destination.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import { settle, startLoggedIn, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { someSettings } from '../setup/factories/site.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = { token: 'tok-new', expiresAt: '2027-11-20T10:00:00.000Z', device: 'me.nonce.signature' };
const form = { credentials: 'mia', password: 'limelight' };

describe('login', () => {
  it('goes through requesting to success, stores the token and redirects', async () => {
    const answer = onItsWay<typeof session>();
    const { dispatch, state, deps } = await startStore({
      answers: { 'POST /auth/login': () => answer.promise, 'GET /users/me': () => aUser() },
      path: '/auth/login',
    });
    dispatch(loginRequested(form));
    await settle();
    expect(selectLogin(state())).toEqual({ requesting: true, success: false, error: null });
    answer.resolve(session);
    await settle();
    expect(selectAuth(state())).toMatchObject({
      loggedIn: true,
      checked: true,
      authUser: { _id: 'me' },
      login: { requesting: false, success: true, error: null },
    });
    expect(selectCurrentUser(state())?.name).toBe('Mia');
    expect(deps.cookie).toEqual({ token: 'tok-new', days: 365 });
    expect(deps.visited).toEqual(['/home']);
    expect(deps.api.calls[0]).toEqual(['POST /auth/login', { body: { ...form, remember: true } }]);
  });

  it.each([
    [true, 365],
    [undefined, 365],
    [false, 1],
  ])('remember %s keeps the token %i days', async (remember, days) => {
    const { dispatch, deps } = await startStore({
      answers: { 'POST /auth/login': () => session, 'GET /users/me': () => aUser() },
    });
    dispatch(loginRequested({ ...form, remember }));
    await settle();
    expect(deps.cookie.days).toBe(days);
    expect(deps.api.calls[0]?.[1]).toMatchObject({ body: { remember: remember ?? true } });
  });

  it.each([
    [
      'the server’s sentence',
      () => {
        throw problem(422, { message: 'That account is closed.' });
      },
      'That account is closed.',
    ],
    [
      '"Incorrect credentials!" where the server says nothing',
      () => {
        throw problem(422, { message: '' });
      },
      'Incorrect credentials!',
    ],
    [
      '"Incorrect credentials!" where no token comes',
      () => ({ token: '', expiresAt: '', device: 'a.device.kept' }),
      'Incorrect credentials!',
    ],
  ])('fails with %s', async (_, login, message) => {
    const { dispatch, state, deps } = await startStore({
      answers: { 'POST /auth/login': login, 'GET /users/me': () => aUser() },
    });
    dispatch(loginRequested(form));
    await settle();
    expect(selectLogin(state())).toMatchObject({ requesting: false, success: false, error: { message } });
    expect(selectAuth(state()).loggedIn).toBe(false);
    expect([deps.cookie.token, deps.visited]).toEqual([null, []]);
  });

  it("removes the token again if its account can't be read", async () => {
    const { dispatch, state, deps } = await startStore({
      answers: {
        'POST /auth/login': () => session,
        'GET /users/me': () => {
          throw problem(500);
        },
      },
    });
    dispatch(loginRequested(form));
    await settle();
    expect([deps.cookie.token, selectAuth(state()).loggedIn]).toEqual([null, false]);
  });

  it('hashes the password only if the setting is the string "true"', async () => {
    const sent = async (passwordHashing: string) => {
      const { dispatch, deps } = await startStore({
        answers: {
          'POST /auth/login': () => {
            throw problem(422);
          },
        },
        preloaded: { settings: someSettings({ passwordHashing }) },
      });
      dispatch(loginRequested(form));
      await vi.waitFor(() => expect(deps.api.calls).toHaveLength(1));
      return (deps.api.calls[0]![1] as { body: { password: string } }).body.password;
    };
    expect(await sent('true')).toBe(createHash('sha256').update('limelight').digest('hex'));
    expect(await sent('false')).toBe('limelight');
    expect(await sent('1')).toBe('limelight');
  });

  it('allows a second submit while one is in progress', async () => {
    const answer = onItsWay<typeof session>();
    const { dispatch, deps } = await startStore({ answers: { 'POST /auth/login': () => answer.promise } });
    dispatch(loginRequested(form));
    dispatch(loginRequested(form));
    await settle();
    expect(deps.api.calls).toHaveLength(1);
  });

  it("accepts a token that didn't come from the form", async () => {
    const { dispatch, state, deps } = await startStore({ answers: { 'GET /users/me': () => aUser() } });
    dispatch(tokenReceived({ token: 'tok-reg' }));
    await settle();
    expect(deps.cookie).toEqual({ token: 'tok-reg', days: 365 });
    expect(selectAuth(state()).loggedIn).toBe(true);
  });
});

describe('after login a person is redirected', () => {
  it.each([
    ['a fan', {}, '/home'],
    ['a fan without an email', { email: null }, '/user/account'],
    ['a fan without a username', { username: null }, '/user/account'],
    ['a creator', { isPerformer: true, username: 'lena' }, '/lena'],
    ['a creator without an email', { isPerformer: true, email: null }, '/creator/account'],
    ['a creator without a username', { isPerformer: true, username: null }, '/creator/account'],
  ])('%s', (_, changes, path) => expect(defaultDestination(aUser(changes))).toBe(path));

  it('after a redirect to login: back to where they were', async () => {
    const { dispatch, deps } = await startStore({
      answers: { 'POST /auth/login': () => session, 'GET /users/me': () => aUser() },
      path: '/messages/7?x=1#end',
    });
    dispatch(loginNeeded());
    await settle();
    expect(deps.visited).toEqual(['/auth/login']);
    dispatch(loginRequested(form));
    await settle();
    expect(deps.visited).toEqual(['/auth/login', '/messages/7?x=1#end']);
    expect(deps.storage.session.read('returnTo')).toBeNull();
  });

  it('after following a link to the login page with a return address: there', async () => {
    const { dispatch, deps } = await startStore({
      answers: { 'POST /auth/login': () => session, 'GET /users/me': () => aUser() },
      path: '/auth/login?from=%2Flena%3Ftab%3Dphotos',
    });
    dispatch(loginRequested(form));
    await settle();
    expect(deps.visited).toEqual(['/lena?tab=photos']);
  });

  it('after signing up from such a link: there as well', async () => {
    const { dispatch, deps } = await startStore({
      answers: { 'GET /users/me': () => aUser() },
      path: '/auth/register?from=%2Flena%3Ftrial%3Dabc',
    });
    dispatch(tokenReceived({ token: 'tok-9' }));
    await settle();
    expect(deps.visited).toEqual(['/lena?trial=abc']);
  });

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never to %s',
    async (place) => {
      const { dispatch, deps } = await startStore({
        answers: { 'POST /auth/login': () => session, 'GET /users/me': () => aUser() },
        path: `/auth/login?from=${encodeURIComponent(place)}`,
        before: (each) => each.storage.session.write('returnTo', place),
      });
      dispatch(loginRequested(form));
      await settle();
      expect(deps.visited).toEqual(['/home']);
    },
  );
});

describe('logout', () => {
  it('notifies the server with the token, resets, removes the token and goes to the login page', async () => {
    let told: string | null = null;
    const { dispatch, state, deps } = await startLoggedIn(aUser(), { path: '/home' });
    deps.api.answer({
      'POST /auth/logout': () => {
        told = deps.cookie.token;
        return { success: true };
      },
    });
    dispatch(logoutRequested());
    await settle();
    expect(told).toBe('tok-1');
    expect(deps.cookie.token).toBeNull();
    expect(selectAuth(state())).toEqual({
      checked: true,
      loggedIn: false,
      authUser: null,
      login: { requesting: false, success: false, error: null },
    });
    expect(selectCurrentUser(state())).toBeNull();
    expect([deps.visited, deps.said]).toEqual([['/auth/login'], []]);
  });

  it.each([
    [
      'refuses',
      () => {
        throw problem(500);
      },
      0,
    ],
    ['never answers', () => new Promise<never>(() => {}), 3_000],
  ])("doesn't wait if the server %s", async (_, answer, after) => {
    const { dispatch, deps } = await startLoggedIn(aUser(), { answers: { 'POST /auth/logout': answer } });
    dispatch(logoutRequested());
    await settle(after);
    expect([deps.cookie.token, deps.visited.at(-1)]).toEqual([null, '/auth/login']);
  });

  it('shows no errors if the previous page still makes requests', async () => {
    const { dispatch, deps } = await startLoggedIn(aUser(), {
      answers: { 'POST /auth/logout': () => ({ success: true }) },
      path: '/messages',
    });
    Object.assign(deps, { navigate: (path: string) => deps.visited.push(path) });
    dispatch(logoutRequested());
    await settle();
    dispatch(sessionRefused());
    dispatch(loginNeeded());
    dispatch(sessionCheckRequested({ from: 'page' }));
    await settle();
    expect([deps.said, deps.storage.session.read('returnTo')]).toEqual([[], null]);
    expect(new Set(deps.visited)).toEqual(new Set(['/auth/login']));
  });
});

describe('a 401', () => {
  it('removes the token, reports it once and goes to the login page, remembering the page', async () => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), { path: '/user/account' });
    dispatch(sessionRefused());
    await settle();
    expect(deps.said).toEqual([['error', 'Please login!']]);
    expect([deps.visited, deps.cookie.token, selectAuth(state()).loggedIn]).toEqual([
      ['/auth/login'],
      null,
      false,
    ]);
    expect(deps.storage.session.read('returnTo')).toBe('/user/account');
  });

  it('stays on a page that ended its own session, and says nothing', async () => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), { path: '/auth/email-change?undo=login' });
    dispatch(sessionEndsHere());
    dispatch(sessionRefused());
    dispatch(sessionCheckRequested({ from: 'page' }));
    await settle();
    expect([deps.visited, deps.said, deps.cookie.token]).toEqual([[], [], null]);
    expect(selectAuth(state()).loggedIn).toBe(false);
    Object.assign(deps, { here: () => '/messages' });
    dispatch(sessionRefused());
    await settle();
    expect(deps.visited).toEqual(['/auth/login']);
  });

  it("on the login page itself doesn't redirect", async () => {
    const { dispatch, deps } = await startStore({ path: '/auth/login' });
    dispatch(sessionRefused());
    await settle();
    expect([deps.visited, deps.said]).toEqual([[], [['error', 'Please login!']]]);
    expect(deps.storage.session.read('returnTo')).toBeNull();
  });
});

describe('the session check', () => {
  it('stores the current user if the token is valid', async () => {
    const { dispatch, state } = await startStore({
      token: 'tok-1',
      answers: { 'GET /users/me': () => aUser() },
    });
    dispatch(sessionCheckRequested({ from: 'shell' }));
    await settle();
    expect(selectAuth(state())).toMatchObject({ checked: true, loggedIn: true });
    expect(selectCurrentUser(state())?._id).toBe('me');
  });

  it.each([
    { from: 'page', status: 401, visited: ['/auth/login'], said: [['error', 'Please login!']] },
    { from: 'page', status: 403, visited: ['/auth/login'], said: [] },
    { from: 'page', status: 500, visited: ['/auth/login'], said: [] },
    { from: 'shell', status: 401, visited: [], said: [] },
    { from: 'shell', status: 500, visited: [], said: [] },
  ] as const)(
    'from the $from, answered $status, removes the token',
    async ({ from, status, visited, said }) => {
      const { dispatch, state, deps } = await startStore({
        token: 'tok-1',
        path: '/home',
        answers: {
          'GET /users/me': () => {
            throw problem(status);
          },
        },
      });
      dispatch(sessionCheckRequested({ from }));
      await settle();
      expect(deps.cookie.token).toBeNull();
      expect(selectAuth(state())).toMatchObject({ checked: true, loggedIn: false });
      expect([deps.visited, deps.said]).toEqual([visited, said]);
    },
  );

  it.each([
    ['page', ['/auth/login']],
    ['shell', []],
  ] as const)('from the %s without a token makes no request', async (from, visited) => {
    const { dispatch, state, deps } = await startStore({ path: '/home' });
    dispatch(sessionCheckRequested({ from }));
    await settle();
    expect([deps.api.calls, deps.visited, selectAuth(state()).checked]).toEqual([[], visited, true]);
  });

  it("keeps retrying while there is no response: a disconnect isn't a logout", async () => {
    let tries = 0;
    const { dispatch, state, deps } = await startStore({
      token: 'tok-1',
      answers: {
        'GET /users/me': () => {
          if (++tries < 4) throw problem(0);
          return aUser();
        },
      },
    });
    dispatch(sessionCheckRequested({ from: 'page' }));
    await settle(2_999);
    expect([tries, deps.cookie.token, selectAuth(state()).checked]).toEqual([2, 'tok-1', false]);
    await settle(4_001);
    expect([tries, selectAuth(state()).loggedIn, deps.visited]).toEqual([4, true, []]);
  });

  it('notices that another tab has logged in as somebody else', async () => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: { 'GET /users/me': () => aUser({ _id: 'you', name: 'You' }) },
    });
    dispatch(followsLearned({ sentAt: Date.now(), creators: [{ _id: 'lena', isFollowed: true }] }));
    dispatch(sessionCheckRequested({ from: 'shell' }));
    await settle();
    expect([selectCurrentUser(state())?.name, selectFollowedIds(state()), deps.sockets.length]).toEqual([
      'You',
      [],
      2,
    ]);
  });
});
