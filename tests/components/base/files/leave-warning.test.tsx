import { fireEvent, renderHook } from '@testing-library/react';
import mitt from 'next/dist/shared/lib/mitt';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reloadWithoutAsking, useLeaveWarning } from '#components/base/files/use-leave-warning.ts';
import { collectErrors } from '#shell/startup/early-errors.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A router that starts navigations like Next's: inside a promise that nobody awaits. */
function start(answer: boolean) {
  vi.spyOn(window, 'confirm').mockReturnValue(answer);
  const forward = vi.spyOn(window.history, 'forward').mockImplementation(() => {});
  const events = mitt();
  const router = { asPath: '/creator/videos/new', events } as unknown as NextRouter;
  const early = collectErrors(window);
  renderHook(() => useLeaveWarning(true), {
    wrapper: ({ children }) => <RouterContext value={router}>{children}</RouterContext>,
  });
  const go = async (to: string) => {
    let stopped: unknown = null;
    try {
      events.emit('routeChangeStart', to, { shallow: false });
    } catch (reason) {
      stopped = reason;
      // The event of an unhandled rejection, as a browser fires it.
      window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));
    }
    return stopped;
  };
  return { go, early, forward };
}

describe('leaving during an upload', () => {
  it('stays if told to, and nothing reports it as an error', async () => {
    const { go, early, forward } = start(false);
    expect(await go('/home')).not.toBeNull();
    expect(early.take()).toEqual([]);
    expect(forward).not.toHaveBeenCalled();
  });

  it('leaves if told to', async () => {
    const { go } = start(true);
    expect(await go('/home')).toBeNull();
  });

  it('after going back, the URL is that of the page again', async () => {
    const { go, forward } = start(false);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(await go('/creator/videos')).not.toBeNull();
    expect(forward).toHaveBeenCalledTimes(1);
  });

  it('also when the router hears of the step before it', async () => {
    let leave: () => Promise<unknown> = () => Promise.resolve();
    const step = () => void leave();
    // The router listens first.
    window.addEventListener('popstate', step);
    const { go, forward } = start(false);
    leave = () => go('/creator/videos');
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.removeEventListener('popstate', step);
    expect(forward).toHaveBeenCalledTimes(1);
  });

  it('other errors are still reported', async () => {
    const { early } = start(false);
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: 'something else' }),
    );
    expect(early.take()).toEqual(['something else']);
  });
});

// Last: the page is gone after it.
it('a reload that the person chose isn’t asked about again', () => {
  const leaving = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  const left: boolean[] = [];
  vi.stubGlobal('location', { reload: () => left.push(leaving()) });
  start(false);
  expect(leaving()).toBe(false);
  reloadWithoutAsking();
  expect(left).toEqual([true]);
});
