import { describe, expect, it } from 'vitest';
import { routes } from '#config/routes.ts';
import { railGroups } from '#shell/frame/sections.ts';
import { isCurrent, phoneTabs } from '#shell/frame/tabs.ts';

const fan = { _id: 'f1', isPerformer: false, username: 'fan' };
const creator = { _id: 'c1', isPerformer: true, username: 'mara' };
const known = new Set<string>(Object.values(routes).filter((route) => typeof route === 'string'));

describe('sections', () => {
  it.each([fan, creator])('link only to pages that exist', (user) => {
    const links = railGroups(user).flatMap((group) => group.links);
    expect(links.filter((link) => !known.has(link.href))).toEqual([]);
    expect(new Set(links.map((link) => link.href)).size).toBe(links.length);
  });
  it("of a creator include all of a fan's, and more", () => {
    const labels = (user: typeof fan) =>
      railGroups(user).flatMap((group) => group.links.map((link) => link.label));
    expect(labels(creator)).toEqual(
      expect.arrayContaining([...labels(fan), 'New post', 'Posts', 'Earnings']),
    );
    expect(labels(fan)).not.toContain('New post');
  });
  it('a phone has five tabs', () => {
    expect(phoneTabs(fan).map((link) => link.href)).toEqual([
      '/home',
      '/search',
      '/messages',
      '/user/wallet',
      '/user/account',
    ]);
    expect(phoneTabs(creator).map((link) => link.href)).toEqual([
      '/home',
      '/search',
      '/creator/feeds/new',
      '/messages',
      '/mara',
    ]);
    expect(phoneTabs({ ...creator, username: null }).at(-1)?.href).toBe('/c1');
  });
});

describe('the current section', () => {
  const links = railGroups(creator).flatMap((group) => group.links);
  it.each([
    ['/home', '/home'],
    ['/messages/7?x=1', '/messages'],
    ['/creator/feeds', '/creator/feeds'],
    ['/creator/feeds/7', '/creator/feeds'],
    ['/creator/feeds/new', '/creator/feeds/new'],
    ['/homely', undefined],
    ['/', undefined],
  ])('of %s is %s', (path, current) =>
    expect(links.find((link) => isCurrent(link.href, path, links))?.href).toBe(current),
  );
});
