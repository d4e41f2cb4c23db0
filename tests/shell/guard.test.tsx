import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeToken, storeToken } from '#lib/cookies.ts';
import { loginRequested, logoutRequested, selectAuth, sessionCheckRequested } from '#state/session/auth.ts';
import { AccessGate } from '#shell/access/access-gate.tsx';
import type { PageFlags } from '#shell/pages/page-flags.ts';
import { useSessionWatch } from '#shell/access/session-watch.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useGuard } from '#shell/access/use-guard.ts';
import { settle, startStore } from '../state/setup/fake-deps.ts';
import type { Started } from '../state/setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { problem } from '../state/setup/fake-api.ts';
import { fakeRouter } from './fake-router.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const own: PageFlags = { authenticate: true };
const open: PageFlags = { noredirect: true };
const studio: PageFlags = { authenticate: true, onlyPerformer: true };
const forVisitors: PageFlags = { noredirect: true, onlyVisitor: true };

function Page({ flags, path }: { flags: PageFlags; path: string }) {
  useGuard(flags, path);
  return <AccessGate flags={flags}>shown</AccessGate>;
}

/** Loads a page like a browser would, with fake dependencies; `go` follows a link within the site. */
async function load(
  flags: PageFlags,
  path: string,
  { router = fakeRouter(path), ...started }: Started & { router?: ReturnType<typeof fakeRouter> } = {},
) {
  const running = await startStore({ path, ...started });
  const draw = (nextFlags: PageFlags, nextPath: string) => (
    <StrictMode>
      <Provider store={running.store}>
        <Page flags={nextFlags} path={nextPath} />
      </Provider>
    </StrictMode>
  );
  const { rerender } = render(draw(flags, path));
  const go = async (nextFlags: PageFlags, nextPath: string) => {
    running.deps.screen.path = nextPath;
    rerender(draw(nextFlags, nextPath));
    await act(settle);
  };
  await act(settle);
  return { ...running, go, sent: router.sent, isShown: () => screen.queryByText('shown') !== null };
}

const me = (changes = {}) => ({ answers: { 'GET /users/me': () => aUser(changes) }, token: 'tok-1' });

describe('loading a page', () => {
  it('that requires a session, with one: it is shown', async () => {
    const { sent, deps, isShown } = await load(own, '/home', me());
    expect([isShown(), sent, deps.visited]).toEqual([true, [], []]);
  });

  it('that requires a session, without one: a single silent redirect to the login page, and back afterwards', async () => {
    const { sent, deps, isShown } = await load(own, '/user/wallet');
    expect([isShown(), sent, deps.visited, deps.said]).toEqual([false, [], ['/auth/login'], []]);
    expect(deps.storage.session.read('returnTo')).toBe('/user/wallet');
  });

  it('that requires a session, with an invalid token: it is removed, and the person is redirected and told why', async () => {
    const { deps } = await load(own, '/user/wallet', {
      token: 'old',
      answers: {
        'GET /users/me': () => {
          throw problem(401);
        },
      },
    });
    expect([deps.visited, deps.said, deps.cookie.token]).toEqual([
      ['/auth/login'],
      [['error', 'Please login!']],
      null,
    ]);
  });

  it('open to everyone, with such a token: only the token is removed', async () => {
    const { deps, isShown } = await load(open, '/mara', {
      token: 'old',
      answers: {
        'GET /users/me': () => {
          throw problem(401);
        },
      },
    });
    expect([isShown(), deps.visited, deps.said, deps.cookie.token]).toEqual([true, [], [], null]);
  });

  it('for creators, as a fan: to the login page, with no return address', async () => {
    const { sent, isShown } = await load(studio, '/creator/earnings', me());
    expect([isShown(), new Set(sent)]).toEqual([false, new Set(['/auth/login'])]);
  });

  it('for visitors, with a session: to the landing page', async () => {
    const { sent, deps } = await load(
      forVisitors,
      '/auth/login',
      me({ isPerformer: true, username: 'mara' }),
    );
    expect([new Set(sent), deps.visited]).toEqual([new Set(['/mara']), []]);
  });

  it('that the server rendered with the session makes no request', async () => {
    const { deps, isShown } = await load(own, '/home', { preloaded: { user: aUser() }, token: 'tok-1' });
    expect([isShown(), deps.api.calls.filter(([route]) => route === 'GET /users/me')]).toEqual([true, []]);
  });
});

describe('following a link', () => {
  it('as a visitor to a page that requires a session: to the login page, and back afterwards', async () => {
    const { go, deps, isShown } = await load(open, '/mara');
    await go(own, '/messages/7');
    expect([isShown(), new Set(deps.visited)]).toEqual([false, new Set(['/auth/login'])]);
    expect(deps.storage.session.read('returnTo')).toBe('/messages/7');
  });

  it('twice to the same page: twice to the login page', async () => {
    const { go, deps } = await load(own, '/messages');
    expect(deps.visited).toHaveLength(1);
    await go(forVisitors, '/auth/login');
    deps.visited.length = 0;
    await go(own, '/messages');
    expect(new Set(deps.visited)).toEqual(new Set(['/auth/login']));
  });

  it('before the session is known: it waits, then shows', async () => {
    let answer: (user: ReturnType<typeof aUser>) => void = () => {};
    const { go, isShown } = await load(open, '/mara', {
      token: 'tok-1',
      answers: { 'GET /users/me': () => new Promise((resolve) => (answer = resolve)) },
    });
    await go(own, '/home');
    expect(isShown()).toBe(false);
    answer(aUser());
    await act(settle);
    expect(isShown()).toBe(true);
  });
});

describe('whatever happens to a redirect, nobody stays before a skeleton', () => {
  /** Page × what the session has become on it × where that leads. */
  interface Row {
    readonly flags: PageFlags;
    readonly path: string;
    readonly who: 'gone' | 'fan' | 'creator';
    readonly to: string;
  }
  const table: readonly Row[] = [
    { flags: own, path: '/user/wallet', who: 'gone', to: '/auth/login' },
    { flags: studio, path: '/creator/earnings', who: 'gone', to: '/auth/login' },
    { flags: studio, path: '/creator/earnings', who: 'fan', to: '/auth/login' },
    { flags: forVisitors, path: '/', who: 'fan', to: '/home' },
    { flags: forVisitors, path: '/', who: 'creator', to: '/mara' },
    { flags: forVisitors, path: '/?then=12', who: 'fan', to: '/home' },
    { flags: forVisitors, path: '/auth/login', who: 'fan', to: '/home' },
    { flags: forVisitors, path: '/auth/login?from=%2Flena', who: 'fan', to: '/lena' },
    { flags: forVisitors, path: '/auth/login?from=%2F%3Fthen%3D12', who: 'fan', to: '/home?then=12' },
    { flags: forVisitors, path: '/auth/register?from=%2F%3Fthen%3D12', who: 'creator', to: '/mara?then=12' },
  ];
  it.each(table)('$path, session $who: to $to, again and again', async ({ flags, path, who, to }) => {
    const isCreator = flags === studio || who === 'creator';
    const { deps, sent, dispatch } = await load(flags, path, {
      token: 'tok-1',
      answers: {
        'GET /users/me': () => {
          if (who === 'gone') throw problem(401);
          return aUser(who === 'creator' ? { isPerformer: true, username: 'mara' } : {});
        },
      },
      ...(who === 'gone' && { preloaded: { user: aUser({ isPerformer: isCreator }) } }),
    });
    if (who === 'gone') dispatch(sessionCheckRequested({ from: 'page' }));
    await act(settle);
    // Each navigation so far was cancelled by another one.
    deps.visited.length = 0;
    sent.length = 0;
    deps.screen.path = path;
    await act(() => settle(1_000));
    expect(new Set([...sent, ...deps.visited])).toEqual(new Set([to]));
  });

  it('a redirect on its way is left alone', async () => {
    const router = fakeRouter('/');
    const release = router.hold();
    const { sent } = await load(forVisitors, '/', { ...me(), router });
    const before = sent.length;
    await act(() => settle(9_000));
    expect([before > 0, sent.length]).toEqual([true, before]);
    release();
    await act(() => settle(1_000));
    expect(sent.length).toBeGreaterThan(before);
  });

  it('right after a logout, Back leads to the login page', async () => {
    const { dispatch, deps, go } = await load(own, '/user/wallet', {
      ...me(),
      answers: { 'GET /users/me': () => aUser(), 'POST /auth/logout': () => ({ success: true }) },
    });
    dispatch(logoutRequested());
    await act(() => settle(100));
    await go(forVisitors, '/auth/login');
    deps.visited.length = 0;
    await go(own, '/user/wallet');
    await act(() => settle(1_000));
    expect(new Set(deps.visited)).toEqual(new Set(['/auth/login']));
  });

  it.each([
    { what: 'ended', before: 'tok-1', now: null, expected: [['/auth/login'], []] },
    { what: 'begun', before: null, now: 'tok-2', expected: [[], ['GET /users/me']] },
    { what: 'begun for someone else', before: 'tok-1', now: 'tok-2', expected: [[], ['GET /users/me']] },
    { what: 'left alone', before: 'tok-1', now: 'tok-1', expected: [[], []] },
  ] as const)('a session that another tab has $what is noticed', async ({ before, now, expected }) => {
    const Watched = () => {
      useSessionWatch(own);
      return null;
    };
    const set = (token: string | null) => (token === null ? removeToken() : storeToken(token, 1));
    set(before);
    const { deps, store } = await startStore({
      ...(before && { token: before }),
      answers: { 'GET /users/me': () => aUser() },
      preloaded: { user: before ? aUser() : null },
      path: '/user/wallet',
    });
    render(
      <Provider store={store}>
        <Watched />
      </Provider>,
    );
    set(now);
    deps.cookie.token = now;
    window.dispatchEvent(new Event('focus'));
    await act(() => settle(1_000));
    expect([deps.visited, deps.api.routes().filter((route) => route === 'GET /users/me')]).toEqual(expected);
    expect(selectAuth(store.getState()).loggedIn).toBe(now !== null);
    removeToken();
  });
});

describe('a placeholder', () => {
  it('that stands for ten seconds says so, once, with a way on', async () => {
    render(
      <>
        <Skeleton>a</Skeleton>
        <Skeleton>b</Skeleton>
      </>,
    );
    await act(() => settle(9_900));
    expect(screen.queryByText(/longer than usual/)).toBeNull();
    await act(() => settle(200));
    expect(screen.getAllByText(/longer than usual/)).toHaveLength(1);
    screen.getByRole('button', { name: 'Reload' });
  });
});

describe('session changes on a page are handled by the state', () => {
  it('a login', async () => {
    const { dispatch, sent, deps } = await load(forVisitors, '/auth/login', {
      answers: {
        'POST /auth/login': () => ({ token: 'tok-2', expiresAt: '', device: 'a.device.kept' }),
        'GET /users/me': () => aUser(),
      },
    });
    dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
    await act(settle);
    expect([sent, deps.visited]).toEqual([[], ['/home']]);
  });

  it('a logout', async () => {
    const { dispatch, sent, deps } = await load(own, '/home', {
      ...me(),
      answers: { 'GET /users/me': () => aUser(), 'POST /auth/logout': () => ({ success: true }) },
    });
    dispatch(logoutRequested());
    await act(() => settle(5_000));
    expect([sent, deps.visited, deps.storage.session.read('returnTo')]).toEqual([[], ['/auth/login'], null]);
  });
});
