import { beforeEach, describe, expect, test } from 'vitest';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, call, subscribe, cancel, until } = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
});

/** What the profile, a search and the suggestions say of the viewer's subscription. */
async function shown(token: string | null = fan.token) {
  const profile = await ok('GET /performers/:id', { token, params: { id: creator.id } });
  const found = await ok('GET /performers/user/search', { token, query: { q: 'Cleo', limit: 25 } });
  const top = await ok('GET /performers/top', { token, query: { limit: 24 } });
  const all = [profile, ...[...found.data, ...top.data].filter(({ _id }) => _id === creator.id)];
  expect(all).toHaveLength(3);
  for (const each of all) {
    expect(each.subscription).toEqual(profile.subscription);
    expect(each.isSubscribed).toBe(profile.subscription !== null);
  }
  return profile.subscription;
}

describe('a creator shows what the viewer has', () => {
  test('a subscription with what its offer made it cost, until it renews at the full price', async () => {
    expect(await shown()).toBeNull();
    const { _id } = await ok('POST /promotions', { token: creator.token, body: { percent: 30 } });
    await subscribe('monthly', { promotionId: _id });
    expect(await shown()).toEqual({
      type: 'monthly',
      state: 'active',
      price: 999,
      paid: 699,
      periodEnd: '2026-02-28T10:00:00.000Z',
      renews: true,
      nextType: null,
      nextPrice: null,
      retryAt: null,
      isTrial: false,
    });
    expect(await shown(creator.token)).toBeNull();
    expect(await shown(null)).toBeNull();
    await until('2026-02-28T09:30:00Z');
    expect(await shown()).toMatchObject({ paid: null, periodEnd: '2026-03-31T10:00:00.000Z' });
  });

  test('a canceled one until its period ends', async () => {
    const { data } = await subscribe('monthly');
    await cancel(data._id);
    expect(await shown()).toMatchObject({ state: 'cancelled', renews: false, paid: null });
    await until('2026-03-01T10:00:00Z');
    expect(await shown()).toBeNull();
  });

  test('a trial', async () => {
    const { code } = await ok('POST /promotions/trial', { token: creator.token, body: { days: 7 } });
    await call('POST /promotions/trial/:code', { token: fan.token, params: { code: code! } });
    expect(await shown()).toMatchObject({
      type: 'free',
      isTrial: true,
      renews: false,
      paid: null,
      periodEnd: '2026-02-07T10:00:00.000Z',
    });
  });

  test('a free subscription', async () => {
    await subscribe('free');
    expect(await shown()).toMatchObject({ type: 'free', isTrial: false, renews: false });
  });
});
