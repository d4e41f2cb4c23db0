import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginRequested, logoutRequested } from '#state/session/auth.ts';
import { AccessGate } from '#shell/access/access-gate.tsx';
import type { PageFlags } from '#shell/pages/page-flags.ts';
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
async function load(flags: PageFlags, path: string, started: Started = {}) {
  const router = fakeRouter(path);
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
