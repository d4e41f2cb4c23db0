import { describe, expect, it } from 'vitest';
import { decideAccess, isProtected, loginWithReturn } from '#shell/access/access-decision.ts';
import type { PageFlags } from '#shell/pages/page-flags.ts';
import { page, pageFlags } from '#shell/pages/page.ts';

const fan = { _id: 'f1', isPerformer: false, email: 'fan@example.org', username: 'fan' };
const creator = { _id: 'c1', isPerformer: true, email: 'mara@example.org', username: 'mara' };
const people = {
  unchecked: { checked: false, expected: false, user: null },
  'unchecked with a token': { checked: false, expected: true, user: null },
  visitor: { checked: true, expected: false, user: null },
  fan: { checked: true, expected: false, user: fan },
  'fan without email': { checked: true, expected: false, user: { ...fan, email: null } },
  creator: { checked: true, expected: false, user: creator },
  'creator without username': { checked: true, expected: false, user: { ...creator, username: null } },
};
const flags: Record<string, PageFlags> = {
  none: {},
  noredirect: { noredirect: true },
  authenticate: { authenticate: true },
  'authenticate, noredirect': { authenticate: true, noredirect: true },
  'authenticate, onlyPerformer': { authenticate: true, onlyPerformer: true },
  onlyPerformer: { onlyPerformer: true },
  'noredirect, onlyVisitor': { noredirect: true, onlyVisitor: true },
};
const say = (decision: ReturnType<typeof decideAccess>) =>
  decision.kind === 'go' ? decision.to : decision.kind;

/** Rows are flags, columns the people above, in order. */
const table: Record<keyof typeof flags, string[]> = {
  none: ['show', 'show', 'show', 'show', 'show', 'show', 'show'],
  noredirect: ['show', 'show', 'show', 'show', 'show', 'show', 'show'],
  authenticate: ['wait', 'wait', 'login', 'show', 'show', 'show', 'show'],
  'authenticate, noredirect': ['show', 'show', 'show', 'show', 'show', 'show', 'show'],
  'authenticate, onlyPerformer': ['wait', 'wait', 'login', '/auth/login', '/auth/login', 'show', 'show'],
  onlyPerformer: ['wait', 'wait', 'login', '/auth/login', '/auth/login', 'show', 'show'],
  // The possible destinations: the login page itself, home, the two account pages, and the creator's profile.
  'noredirect, onlyVisitor': ['show', 'wait', 'show', '/home', '/user/account', '/mara', '/creator/account'],
};

describe('page permissions', () => {
  it.each(Object.entries(table))('flags %s', (name, row) => {
    expect(
      Object.values(people).map((person) => say(decideAccess({ flags: flags[name]!, ...person }))),
    ).toEqual(row);
  });

  it('returns to where a visitor came from, on this site only', () => {
    const at = (from: string) =>
      say(decideAccess({ flags: { noredirect: true, onlyVisitor: true }, ...people.fan, from }));
    expect([at('/messages/7?x=1'), at('//evil.example'), at('https://evil.example'), at('')]).toEqual([
      '/messages/7?x=1',
      '/home',
      '/home',
      '/home',
    ]);
  });

  it('a login link remembers the page, except the front page and the login itself', () => {
    expect(['/mara?tab=photos', '/', '/auth/register', '//evil.example'].map(loginWithReturn)).toEqual([
      '/auth/login?from=%2Fmara%3Ftab%3Dphotos',
      '/auth/login',
      '/auth/login',
      '/auth/login',
    ]);
  });

  it('knows which pages need a session', () => {
    expect(
      Object.entries(flags)
        .filter(([, each]) => isProtected(each))
        .map(([name]) => name),
    ).toEqual(['authenticate', 'authenticate, onlyPerformer', 'onlyPerformer']);
  });
});

describe('a page', () => {
  it("has its flags; Next's own pages are open to everyone", () => {
    const Page = page(() => null, { authenticate: true, width: 'feed' });
    expect(pageFlags(Page)).toEqual({ authenticate: true, width: 'feed' });
    expect(pageFlags(() => null)).toEqual({ noredirect: true, layout: 'blank' });
  });
});
