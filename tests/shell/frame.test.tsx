import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider } from 'next-themes';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { serverDeps } from '#state/server-deps.ts';
import { logoutRequested } from '#state/session/auth.ts';
import { defaultSettings } from '#state/session/settings.ts';
import { makeStore } from '#state/store.ts';
import type { Preloaded } from '#state/store.ts';
import { Layout } from '#shell/frame/layouts.tsx';
import { RailPlace, ServerRailContext } from '#shell/frame/rail-place.tsx';
import { WholeRail } from '#shell/frame/whole-rail.tsx';
import type { LayoutName, PageFlags } from '#shell/pages/page-flags.ts';
import { aUser } from '../setup/factories/accounts.ts';

const creator = aUser({
  isPerformer: true,
  username: 'mara',
  name: 'Mara',
  balance: 1_380,
  totalNotSeenMessages: 3,
});
const fan = aUser({ totalNotSeenMessages: 0 });

async function draw(
  name: LayoutName,
  preloaded: Preloaded,
  more: { flags?: PageFlags; path?: string; countryBlocked?: boolean } = {},
) {
  const store = makeStore(serverDeps, preloaded);
  const sent: string[] = [];
  const dispatch = store.dispatch.bind(store);
  store.dispatch = ((action: { type: string }) => {
    sent.push(action.type);
    return dispatch(action);
  }) as typeof store.dispatch;
  render(
    <Provider store={store}>
      <ThemeProvider attribute="data-theme" defaultTheme="light" enableSystem={false}>
        <Layout
          name={name}
          flags={more.flags ?? {}}
          path={more.path ?? '/home'}
          countryBlocked={more.countryBlocked ?? false}
        >
          the page
        </Layout>
      </ThemeProvider>
    </Provider>,
  );
  // Frames and block pages are loaded lazily.
  await vi.dynamicImportSettled();
  await act(async () => {});
  return { sent };
}
const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('the frame for logged-in people', () => {
  it('has the sections, the balance in tokens and money, and unread counts', async () => {
    await draw('primary', { user: aUser({ balance: 1_380, totalNotSeenMessages: 3 }) });
    const [rail] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(links(rail!)).toEqual(
      expect.arrayContaining(['/home', '/search', '/messages', '/user/wallet', '/user/library']),
    );
    expect(within(rail!).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(within(rail!).getByRole('link', { name: 'Messages 3 unread' })).toBeTruthy();
    expect(screen.getByText('$69.00 in your wallet')).toBeTruthy();
    expect(screen.getByRole('main').textContent).toBe('the page');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
  });

  it('has a creator’s sections in groups, and the earnings where a fan has the balance', async () => {
    await draw('primary', { user: creator }, { path: '/creator/feeds/7' });
    const [rail] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(links(rail!)[0]).toBe('/creator');
    expect(within(rail!).getByRole('link', { name: 'Posts' }).getAttribute('aria-current')).toBe('page');
    expect(within(rail!).getByRole('link', { name: 'Messages 3 unread' })).toBeTruthy();
    expect(screen.queryByText('$69.00 in your wallet')).toBeNull();
  });

  const page = (user: typeof fan, path: string) => (
    <Provider store={makeStore(serverDeps, { user })}>
      <Layout name="primary" flags={{}} path={path} countryBlocked={false}>
        {'the page '.repeat(5_000)}
      </Layout>
    </Provider>
  );
  const fromServer = (user: typeof fan, path: string) =>
    renderToString(<ServerRailContext value={WholeRail}>{page(user, path)}</ServerRailContext>);

  it.each([
    ['fan', { user: fan, path: '/home', section: '/user/library' }],
    ['creator', { user: creator, path: '/creator/feeds', section: '/creator/videos' }],
  ])(
    'is rendered by the server with a %s’s rail, and no boundary that needs an inline script',
    (_who, { user, path, section }) => {
      const html = fromServer(user, path);
      const parts = ['the page the page', `href="${section}"`, user.name, '<!--$'];
      expect(parts.map((part) => html.includes(part))).toEqual([true, true, true, false]);
    },
  );

  it.each([
    ['fan', { user: fan, path: '/home', name: 'Library' }],
    ['creator', { user: creator, path: '/creator/feeds', name: 'Videos' }],
  ])('keeps the server’s rail of a %s until its own is there, with the focus in it', async (_who, given) => {
    const { user, path, name } = given;
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = fromServer(user, path);
    const problems = vi.spyOn(console, 'error');
    const line = () => within(box).getByRole('link', { name });
    const first = line();
    first.focus();
    const root = await act(async () => hydrateRoot(box, page(user, path)));
    await vi.dynamicImportSettled();
    await act(async () => {});
    expect(line()).not.toBe(first);
    expect(document.activeElement).toBe(line());
    expect(problems).not.toHaveBeenCalled();
    act(() => root.unmount());
    box.remove();
  });

  it('has five tabs on a phone', async () => {
    await draw('primary', { user: fan });
    expect(links(screen.getAllByRole('navigation', { name: 'Main' }).at(-1)!)).toHaveLength(5);
  });

  it('has no rail on a phone', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: query === '(max-width: 767px)' });
    try {
      await draw('primary', { user: creator });
      expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Your menu' })).toBeTruthy();
    } finally {
      window.matchMedia = wide;
    }
  });

  it('loads no rail on a phone, not even to hydrate what the server drew', async () => {
    const wide = window.matchMedia;
    const load = vi.fn(() => new Promise<never>(() => undefined));
    const rail = <RailPlace user={fan} path="/home" unread={{ messages: 0, notifications: 0 }} load={load} />;
    const box = document.body.appendChild(document.createElement('div'));
    const hydrate = async (isPhone: boolean) => {
      window.matchMedia = (query) => Object.assign(wide(query), { matches: isPhone });
      box.innerHTML = renderToString(rail);
      const root = await act(async () => hydrateRoot(box, rail));
      act(() => root.unmount());
    };
    try {
      await hydrate(true);
      expect(load).not.toHaveBeenCalled();
      await hydrate(false);
      expect(load).toHaveBeenCalledOnce();
    } finally {
      window.matchMedia = wide;
      box.remove();
    }
  });

  it('is empty while the session is being checked', async () => {
    await draw('primary', {});
    expect(within(screen.getByRole('navigation')).queryAllByRole('link')).toEqual([]);
    expect(screen.getByRole('main').textContent).toBe('the page');
  });

  it('has a menu with the theme and logout', async () => {
    const { sent } = await draw('primary', { user: fan });
    await userEvent.click(screen.getByRole('button', { name: /Mia/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await act(async () => userEvent.click(screen.getByRole('button', { name: /Mia/ })));
    expect(await screen.findByRole('menuitem', { name: 'Light theme' })).toBeTruthy();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(sent).toContain(logoutRequested.type);
  });

  it('has a side column if a page fills it', async () => {
    await draw('primary', { user: fan }, { flags: { rail: () => <p>live now</p>, width: 'feed' } });
    expect(screen.getByRole('complementary', { name: 'Suggestions' }).textContent).toBe('live now');
  });
});

describe("the visitors' frame", () => {
  it('has login links that lead back here', async () => {
    await draw('public', { user: null }, { path: '/mara' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/auth/login?from=%2Fmara',
    );
    expect(screen.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('/auth/register');
  });
  it("has the operator's name, logo and links", async () => {
    const settings = {
      ...defaultSettings,
      siteName: 'Greenroom',
      logo: '/media/logo.svg',
      menus: [{ title: 'Terms', path: '/posts/terms', isNewTab: true }],
    };
    await draw('home', { user: null, settings });
    expect(screen.getByRole('link', { name: 'Greenroom' }).querySelector('img')?.getAttribute('src')).toBe(
      '/media/logo.svg',
    );
    const terms = screen.getByRole('link', { name: 'Terms' });
    expect([terms.getAttribute('href'), terms.getAttribute('target'), terms.getAttribute('rel')]).toEqual([
      '/posts/terms',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/posts/help');
  });
  it('has one link to the help, also where the operator’s links have one', async () => {
    const menus = [{ title: 'Help', path: '/posts/help', isNewTab: false }];
    await draw('home', { user: null, settings: { ...defaultSettings, menus } });
    expect(screen.getAllByRole('link', { name: 'Help' })).toHaveLength(1);
  });
  it('is replaced by the logged-in frame on public pages', async () => {
    await draw('public', { user: fan });
    expect(screen.queryByRole('link', { name: 'Join' })).toBeNull();
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(2);
  });
});

describe('restricted access', () => {
  it('a blocked country sees why, and nothing of the page', async () => {
    await draw('geoBlock', { user: null }, { countryBlocked: true });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Limelight isn’t available in your country' }),
    ).toBeTruthy();
    expect(screen.queryByText('the page')).toBeNull();
  });
  it('everyone else sees the same layout', async () => {
    await draw('geoBlock', { user: null });
    expect(screen.getByText('the page')).toBeTruthy();
  });
  it('maintenance says so', async () => {
    await draw('maintenance', { user: fan });
    expect(screen.queryByText('the page')).toBeNull();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('down for maintenance');
  });
  it('a blank page has only its content', async () => {
    await draw('blank', { user: null });
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('main').textContent).toBe('the page');
  });
});
