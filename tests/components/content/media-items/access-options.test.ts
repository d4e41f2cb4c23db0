import { describe, expect, it } from 'vitest';
import type { AccessView } from '#contract/core/schemas.ts';
import { closedText, mediaText, accessOptions } from '#components/content/media-items/access-options.ts';

const rate = { currency: 'USD', tokenRate: 20 };
const locked = (...routes: AccessView['routes']): AccessView => ({
  allowed: false,
  reason: 'locked',
  routes,
});
const subscribe = { need: 'subscribe', price: 999, unit: 'money' } as const;
const buy = (price: number) => ({ need: 'purchase', price, unit: 'token' }) as const;
const labels = (access: AccessView) => accessOptions(access, rate).map((way) => way.label);

describe('ways to get access', () => {
  it('appear with their price, cheapest first whatever the unit', () => {
    expect(labels(locked(subscribe, buy(120)))).toEqual([
      'Unlock for 120 tokens ($6.00)',
      'Subscribe $9.99 a month',
    ]);
    expect(labels(locked(buy(400), subscribe))).toEqual([
      'Subscribe $9.99 a month',
      'Unlock for 400 tokens ($20.00)',
    ]);
  });

  it('say what an offer makes the first month cost', () => {
    expect(labels(locked({ ...subscribe, price: 499, then: 999 }))).toEqual([
      'Subscribe $4.99 for the first month',
    ]);
  });

  it("keep the access rule's order at the same price", () => {
    expect(
      labels(
        locked(
          { need: 'follow', price: 0, unit: 'money' },
          { need: 'subscribe-free', price: 0, unit: 'money' },
        ),
      ),
    ).toEqual(['Follow for free', 'Subscribe for free']);
  });

  it('are empty if there is no way', () => {
    expect(labels({ allowed: false, reason: 'blocked', routes: [] })).toEqual([]);
  });
});

describe('the contents', () => {
  it('list the count of each kind and the total duration', () => {
    expect(mediaText({ photos: 8, videos: 2, audios: 0, duration: 192 })).toBe('8 photos · 2 videos · 3:12');
    expect(mediaText({ photos: 1, videos: 0, audios: 1, duration: 0 })).toBe('1 photo · 1 recording');
    expect(mediaText({ photos: 0, videos: 0, audios: 0, duration: 0 })).toBe('');
  });
});

describe('the reason it is locked', () => {
  it.each<[AccessView, string]>([
    [locked(subscribe), 'For subscribers of Mira'],
    [locked({ need: 'follow', price: 0, unit: 'money' }, subscribe), 'For followers of Mira'],
    [locked(buy(10)), 'Sold separately'],
    [locked(subscribe, buy(10)), 'Subscribe to Mira or unlock separately'],
    [{ allowed: false, reason: 'country', routes: [] }, 'This isn’t available to you.'],
    [{ allowed: false, reason: 'unpublished', routes: [] }, 'This isn’t available anymore.'],
  ])('%j', (access, text) => {
    expect(closedText(access, 'Mira')).toBe(text);
  });
});
