// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readToken, removeToken, storeToken } from '#lib/cookies.ts';
import {
  readSocialLogin,
  removeSocialLogin,
  storeSocialLogin,
} from '#components/people/auth/social-cookies.ts';

const written = vi.spyOn(document, 'cookie', 'set');
afterEach(() => {
  removeToken();
  removeSocialLogin();
  written.mockClear();
});

/** Days until the last written cookie expires. */
const lasts = () =>
  Math.round(
    (Date.parse(/expires=([^;]+)/.exec(written.mock.lastCall?.[0] ?? '')?.[1] ?? '') - Date.now()) /
      86_400_000,
  );

describe('the token cookie', () => {
  it.each([365, 1])('lasts %i days', (days) => {
    storeToken('abc', days);
    expect(lasts()).toBe(days);
    expect(written.mock.lastCall?.[0]).toMatch(/^token=abc;.*path=\/;.*samesite=lax/i);
    expect(readToken()).toBe('abc');
  });
  it('is removed', () => {
    storeToken('abc', 1);
    removeToken();
    expect(readToken()).toBeNull();
  });
});

it('keeps a social login for a day and forgets it', () => {
  storeSocialLogin(
    { oauthToken: 't', oauthTokenSecret: 's', callbackUrl: 'https://x.example/back?a=b', role: 'user' },
    1,
  );
  expect(lasts()).toBe(1);
  expect(readSocialLogin()).toEqual({
    oauthToken: 't',
    oauthTokenSecret: 's',
    callbackUrl: 'https://x.example/back?a=b',
    role: 'user',
  });
  removeSocialLogin();
  expect(Object.values(readSocialLogin()).filter(Boolean)).toEqual([]);
});
