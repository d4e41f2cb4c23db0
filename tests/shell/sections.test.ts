import { describe, expect, it } from 'vitest';
import { routes } from '#config/routes.ts';
import {
  createItems,
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

const links = [...creatorTop(), ...creatorGroups().flatMap((group) => group.links)];
const hrefs = (items: readonly { href?: string }[]) => items.map(({ href }) => href);

describe('sections', () => {
  it.each([
    ['a fan', fanSections()],
    ['a creator', [...links, ...fanItems()]],
  ])('of %s link only to pages that exist, once each', (_who, all) => {
    expect(hrefs(all).filter((href) => !known.has(href!))).toEqual([]);
    expect(new Set(hrefs(all)).size).toBe(all.length);
  });
  it("of a creator include all of a fan's, and more", () => {
    const all = hrefs([...links, ...fanItems()]);
    expect(all).toEqual(
      expect.arrayContaining([...hrefs(fanSections()), '/creator/feeds', '/creator/earnings']),
    );
    expect(hrefs(createItems)).toEqual(expect.arrayContaining(['/creator/feeds/new', '/creator/live']));
  });
  it('of a creator show at most nine links at once, whichever group is open', () => {
    for (const { title, links: within } of creatorGroups())
      expect(creatorTop().length + within.length, title).toBeLessThanOrEqual(9);
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
      'Settings',
      'Browse',
      'As a fan',
    ]);
    expect(items.find(({ label }) => label === 'Orders')?.count).toBe(2);
    expect(items.find(({ label }) => label === 'Messages')?.count).toBe(4);
    expect(hrefs(items)).not.toContain('/home');
  });
  it('a phone has five tabs, a creator’s with the button to create among them', () => {
    expect(phoneTabs(fan).map((link) => link.href)).toEqual([
      '/home',
      '/search',
      '/messages',
      '/user/wallet',
      '/user/account',
    ]);
    expect(phoneTabs(creator).map((link) => link.href)).toEqual(['/home', '/search', '/messages', '/mara']);
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
