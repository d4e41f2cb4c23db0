import { act, render } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import mitt from 'next/dist/shared/lib/mitt';
import type { NextRouter } from 'next/router';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import type { PublicSettings } from '#contract/base/site.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { storeToken } from '#lib/cookies.ts';
import type { SagaDeps } from '#state/deps.ts';
import type { Replies } from '../../state/setup/fake-api.ts';
import { startLoggedIn, startStore } from '../../state/setup/fake-deps.ts';
import { aUser } from '../../setup/factories/accounts.ts';
import { someSettings } from '../../setup/factories/site.ts';

/** The part of the router that our screens use: the current path and navigation. */
function TestRouter({ path, visited, children }: { path: string; visited: string[]; children: ReactNode }) {
  const [here, setHere] = useState(path);
  const url = new URL(here, 'http://localhost');
  const [events] = useState(mitt);
  const go = (target: string | { pathname: string; query: Record<string, string> }) => {
    const to =
      typeof target === 'string'
        ? target
        : `${target.pathname}?${new URLSearchParams(target.query)}`.replace(/\?$/, '');
    events.emit('routeChangeStart', to);
    visited.push(to);
    act(() => setHere(to));
    act(() => events.emit('routeChangeComplete', to, { shallow: false }));
    return Promise.resolve(true);
  };
  const router = {
    isReady: true,
    asPath: here,
    pathname: url.pathname,
    query: Object.fromEntries(url.searchParams),
    push: go,
    replace: go,
    events,
    prefetch: () => Promise.resolve(),
  };
  return <RouterContext value={router as unknown as NextRouter}>{children}</RouterContext>;
}

export interface Drawn {
  readonly answers?: Replies;
  /** Null for a visitor. */
  readonly user?: Partial<CurrentUser> | null;
  readonly settings?: Partial<PublicSettings>;
  /** Path with query. */
  readonly path?: string;
  /** Replaces dependencies of the store. */
  readonly deps?: Partial<SagaDeps>;
}

/** Wraps a view in the real store and sagas with a fake API, as a logged-in fan by default. */
export async function wrapped(
  node: ReactElement,
  { answers = {}, user = {}, settings, path = '/', deps }: Drawn = {},
) {
  vi.useFakeTimers();
  const preloaded = { settings: someSettings({ paymentGateway: 'sandbox', ...settings }) };
  const before = (fakes: SagaDeps) => void Object.assign(fakes, deps);
  const running = user
    ? await startLoggedIn(aUser(user), { answers, preloaded, before })
    : await startStore({ answers, preloaded: { ...preloaded, user: null }, before });
  vi.useRealTimers();
  if (user) storeToken('tok-1', 1);
  const went: string[] = [];
  const wrappedNode = (
    <Provider store={running.store}>
      <TestRouter path={path} visited={went}>
        {node}
      </TestRouter>
    </Provider>
  );
  return { ...running, node: wrappedNode, went, accountId: user ? aUser(user)._id : '' };
}

/** Renders a view; `hand` simulates its user. */
export async function draw(view: ReactElement, options: Drawn = {}) {
  const { node, ...running } = await wrapped(view, options);
  return { ...render(node), ...running, hand: userEvent.setup() };
}

/** The idempotency keys that the calls of a route were sent with. */
export const keysOf = (calls: readonly (readonly [string, unknown])[], route: string): unknown[] =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { key?: string }).key);
