import Router from 'next/router';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isMeasurementId, useAnalytics } from '#shell/startup/analytics.ts';
import { Boundary } from '#shell/startup/boundary.tsx';
import { connectionText } from '#shell/frame/connection-bar.tsx';
import {
  keepsContextMenu,
  useContextMenu,
  useInstallPrompt,
  useRouteFiles,
  useRouteFocus,
  useRouteProgress,
} from '#shell/startup/effects.ts';
import { ToastHost } from '#shell/frame/toast-host.tsx';
import { toast, toastStore } from '#ui/overlays/toast.ts';
import { draw } from '../components/setup/draw.tsx';
import { fakeRouter } from './fake-router.ts';

beforeEach(() => toastStore.read().forEach(({ id }) => toast.dismiss(id)));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.innerHTML = '';
  document.head.querySelectorAll('script').forEach((script) => script.remove());
});

describe('the context menu', () => {
  const press = (html: string) => {
    document.body.innerHTML = html;
    const target = document.body.querySelector('[data-here]')!;
    return {
      target,
      stopped: !target.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true })),
    };
  };
  it.each([
    ['<p data-here>text</p>', true],
    ['<img data-here>', true],
    ['<a data-here>no address</a>', true],
    ['<div contenteditable="false"><i data-here></i></div>', true],
    ['<input data-here>', false],
    ['<textarea data-here></textarea>', false],
    ['<a href="/x"><b data-here>x</b></a>', false],
    ['<div contenteditable><i data-here></i></div>', false],
  ])('%s is off: %s', (html, off) => {
    renderHook(() => useContextMenu(false));
    const { target, stopped } = press(html);
    expect([stopped, keepsContextMenu(target)]).toEqual([off, !off]);
  });
  it('is on if the settings allow it', () => {
    renderHook(() => useContextMenu(true));
    expect(press('<p data-here>text</p>').stopped).toBe(false);
  });
});

describe('the install prompt', () => {
  const ask = () => {
    const prompt = vi.fn();
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    window.dispatchEvent(event);
    return { prompt, event };
  };
  it('appears quietly, once a month', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20') });
    renderHook(() => useInstallPrompt('Limelight'));
    const { prompt, event } = ask();
    expect([event.defaultPrevented, toastStore.read().map((each) => each.text)]).toEqual([
      true,
      ['Add Limelight to your home screen?'],
    ]);
    toastStore.read()[0]?.action?.run();
    expect(prompt).toHaveBeenCalledOnce();
    toast.dismiss(toastStore.read()[0]!.id);
    ask();
    expect(toastStore.read()).toEqual([]);
    vi.setSystemTime(Date.parse('2026-12-21'));
    ask();
    expect(toastStore.read()).toHaveLength(1);
  });
});

describe('navigation', () => {
  it('moves focus to the content, unless it is there already or only the query changed', () => {
    const router = fakeRouter('/home');
    document.body.innerHTML = '<button>x</button><main id="content" tabindex="-1"><input></main>';
    renderHook(() => useRouteFocus());
    router.arrive('/home?type=photo');
    expect(document.activeElement).toBe(document.body);
    router.arrive('/mara');
    expect(document.activeElement?.id).toBe('content');
    document.querySelector('input')!.focus();
    router.arrive('/mia');
    expect(document.activeElement?.tagName).toBe('INPUT');
  });

  it('shows a progress bar if it takes longer than a moment', async () => {
    const router = fakeRouter('/home');
    const { default: Router } = await import('next/router');
    renderHook(() => useRouteProgress());
    router.arrive('/quick');
    await new Promise((done) => setTimeout(done, 200));
    expect(document.querySelector('#nprogress')).toBeNull();
    Router.events.emit('routeChangeStart', '/slow', { shallow: false });
    await vi.waitFor(() => expect(document.querySelector('#nprogress .bar')).not.toBeNull());
    expect(document.querySelector('#nprogress [role]')).toBeNull();
    Router.events.emit('routeChangeComplete', '/slow', { shallow: false });
    await vi.waitFor(() => expect(document.querySelector('#nprogress')).toBeNull(), 3_000);
  });
});

/**
 * The hits that Google's script would send for the queued commands. It only executes `arguments` objects;
 * arrays in the queue are data for tag templates. Nothing is sent before `js` and `config` either.
 */
function gtagHits(): object[] {
  const { dataLayer = [] } = window as { dataLayer?: unknown[] };
  const hits: object[] = [];
  let [started, id] = [false, ''];
  for (const entry of dataLayer) {
    if (Object.prototype.toString.call(entry) !== '[object Arguments]') continue;
    const [command, target, values] = Array.from(entry as ArrayLike<unknown>);
    if (command === 'js') started = target instanceof Date;
    if (command === 'config') id = String(target);
    if (command === 'event' && started && id !== '') hits.push({ id, event: target, ...(values as object) });
  }
  return hits;
}

describe('the list of every page’s files', () => {
  it('is asked for once, with the first sign of use, and not by a page that only stands there', () => {
    fakeRouter('/');
    const getPageList = vi.fn(() => Promise.reject(new Error('The network is away.')));
    Object.assign(Router.router!, { pageLoader: { getPageList } });
    renderHook(() => useRouteFiles());
    expect(getPageList).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pointerdown'));
    window.dispatchEvent(new Event('keydown'));
    expect(getPageList).toHaveBeenCalledTimes(1);
  });
});

describe('analytics', () => {
  it.each([
    ['G-ABC123XYZ', true],
    ['UA-12345-1', true],
    ['', false],
    [null, false],
    ['"><script>', false],
    ['javascript:1', false],
  ])('%s is a measurement id: %s', (code, is) => expect(isMeasurementId(code)).toBe(is));
  it('counts pages, without their queries', () => {
    const router = fakeRouter('/auth/reset-password?token=secret');
    renderHook(() => useAnalytics('G-ABC123XYZ'));
    router.arrive('/mara?x=1');
    expect(document.head.querySelector('script')?.src).toBe(
      'https://www.googletagmanager.com/gtag/js?id=G-ABC123XYZ',
    );
    expect(gtagHits()).toEqual([
      { id: 'G-ABC123XYZ', event: 'page_view', page_path: '/auth/reset-password?token=…' },
      { id: 'G-ABC123XYZ', event: 'page_view', page_path: '/mara?x=…' },
    ]);
  });
  it('loads nothing without an id', () => {
    renderHook(() => useAnalytics(null));
    expect(document.head.querySelector('script')).toBeNull();
  });
});

describe('the connection', () => {
  it.each([
    [null, true, true, false],
    ['connected', true, true, false],
    ['initialized', true, true, false],
    ['disconnected', true, false, false],
    ['disconnected', true, true, true],
    ['reconnecting', true, true, true],
    ['failed', true, true, true],
    ['connected', false, false, true],
  ] as const)('status %s, online %s, lasting %s is announced: %s', (...row) => {
    const [status, online, settled, spoken] = row;
    expect(connectionText(status, online, settled) !== null).toBe(spoken);
  });
});

it('renders toasts from the first one on', async () => {
  await draw(<ToastHost />);
  expect(document.querySelector('[role=status]')).toBeNull();
  act(() => void toast.success('Changes saved'));
  expect(await screen.findByText('Changes saved')).toBeTruthy();
});

describe('a page that throws', () => {
  it('shows an error within its frame, is reported, and is retried at another URL', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = (): never => {
      throw new Error('broken');
    };
    const { rerender } = render(
      <Boundary path="/a">
        <Broken />
      </Boundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This page stopped working');
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }));
    rerender(<Boundary path="/b">fine</Boundary>);
    expect(screen.getByText('fine')).toBeTruthy();
  });
});
