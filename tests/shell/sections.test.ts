import { describe, expect, it } from 'vitest';
import { routes } from '#config/routes.ts';
import { createItems } from '#shell/frame/create-items.tsx';
import {
  creatorEnd,
  creatorGroups,
  creatorTop,
  fanItems,
  groupItems,
} from '#shell/frame/creator-sections.tsx';
import { fanSections } from '#shell/frame/sections.ts';
import { isCurrent, phoneTabs } from '#shell/frame/tabs.ts';

const fan = { _id: 'f1', isPerformer: false, username: 'fan' };
const creator = { _id: 'c1', isPerformer: true, username: 'mara' };
const known = new Set<string>(Object.values(routes).filter((route) => typeof route === 'string'));

const links = [...creatorTop(), ...creatorGroups().flatMap((group) => group.links), ...creatorEnd()];
const hrefs = (items: readonly { href?: string }[]) => items.map(({ href }) => href);

describe('sections', () => {
  it.each([
    ['a fan', fanSections()],
    ['a creator', [...links, ...fanItems()]],
  ])('of %s link only to pages that exist, once each', (_who, all) => {
    expect(hrefs(all).filter((href) => !known.has(href!.replace(/[?].*/, '')))).toEqual([]);
    expect(new Set(hrefs(all)).size).toBe(all.length);
  });
  it("of a creator include all of a fan's, and more", () => {
    const all = hrefs([...links, ...fanItems()]);
    expect(all).toEqual(
      expect.arrayContaining([...hrefs(fanSections()), '/creator/feeds', '/creator/earnings']),
    );
    const created = hrefs(createItems({ liveStreams: true }));
    expect(created).toEqual(expect.arrayContaining(['/creator/feeds/new', '/creator/live']));
    const without = created.filter((href) => href !== '/creator/live');
    expect(hrefs(createItems({ liveStreams: false }))).toEqual(without);
  });
  it('of a creator show at most nine links at once, whichever group is open', () => {
    for (const { title, links: within } of creatorGroups())
      expect(creatorTop().length + within.length, title).toBeLessThanOrEqual(9);
    expect(hrefs(creatorEnd())).toEqual(['/creator/account']);
  });
  it("in a creator's phone menu begin each group with its heading and say what waits", () => {
    const waiting = { orders: 2, comments: 0, messageRequests: 1, coCreations: 0, privateStreams: 0 };
    const items = groupItems({
      without: new Set(['/home']),
      unread: { messages: 3, notifications: 0 },
      waiting,
    });
    expect(items.flatMap(({ heading }) => heading ?? [])).toEqual([
      'Content',
      'Shop',
      'Audience',
      'Money',
      'Browse',
      'As a fan',
    ]);
    expect(items.find(({ label }) => label === 'Orders')?.count).toBe(2);
    expect(items.find(({ label }) => label === 'Messages')?.count).toBe(4);
    expect(hrefs(items)).not.toContain('/home');
    // Settings have one address there, after everything else.
    expect(hrefs(items).filter((href) => href?.includes('account'))).toEqual(['/creator/account']);
    expect(items.at(-1)).toMatchObject({ label: 'Settings', divided: true });
  });
  it('a phone has five tabs, a creator’s with the button to create among them', () => {
    expect(phoneTabs(fan).map((link) => link.href)).toEqual([
      '/home',
      '/explore',
      '/live',
      '/messages',
      '/user/account',
    ]);
    expect(phoneTabs(creator).map((link) => link.href)).toEqual(['/home', '/creator', '/messages', '/mara']);
    expect(hrefs(fanSections())).toEqual(expect.arrayContaining(['/auctions', '/search?kind=products']));
    expect(phoneTabs({ ...creator, username: null }).at(-1)?.href).toBe('/c1');
  });
});

describe('the current section', () => {
  it.each([
    ['/home', '/home'],
    ['/messages/7?x=1', '/messages'],
    ['/creator/feeds', '/creator/feeds'],
    ['/creator/feeds/7', '/creator/feeds'],
    ['/creator/feeds/new', '/creator/feeds'],
    ['/creator', '/creator'],
    ['/creator/live', '/creator/live'],
    ['/creator/account?tab=payouts', '/creator/account'],
    ['/homely', undefined],
    ['/', undefined],
  ])('of %s is %s', (path, current) =>
    expect(links.find((link) => isCurrent(link.href, path, links))?.href).toBe(current),
  );
});
