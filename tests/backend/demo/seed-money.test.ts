import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { seed } from '#backend/demo/seed.ts';
import { demoAccounts } from '#backend/domain/base/site/routes.ts';
import { testBackend } from '../../setup/backend.ts';
import { sketches } from '../../setup/sketches.ts';

const app = await testBackend();
const { ok, db } = app;
app.ports.clock.set('2026-11-20T12:00:00.000Z');
await seed(app, { pictures: sketches });
const login = async (who: 'user' | 'performer') =>
  (
    await ok('POST /auth/login', {
      body: { credentials: demoAccounts[who], password: demoAccounts.password },
    })
  ).token;

test('the demo creator was paid out once, has another payout pending, and can see where it goes', async () => {
  const token = await login('performer');
  const { data } = await ok('GET /payout-requests/user/search', { token, query: {} });
  expect(data.map(({ state, method }) => [state, method.last4])).toEqual([
    ['pending', '3000'],
    ['paid', '3000'],
  ]);
  expect(
    (await ok('GET /payout-requests/:id/view', { token, params: { id: data[1]!._id } })).timeline.map(
      ({ event }) => event,
    ),
  ).toEqual(['pending', 'approved', 'processing', 'paid']);
  expect(await ok('POST /payout-requests/calculate', { token, body: {} })).toMatchObject({
    openRequestId: data[0]!._id,
    method: { bank: 'Nordlicht Bank', isChosen: true, lockedUntil: null },
  });
});

test('both demo accounts invited somebody, and every referral state is present', async () => {
  const rows = await fetchRows<{
    username: string;
    tokens: string;
    paid: string;
    void_reason: string | null;
    is_over: boolean;
  }>(
    db.execute(sql`
    SELECT a.username, r.tokens, r.paid, r.void_reason, r.ends_at < '2026-11-20'::timestamptz AS is_over FROM referrals r JOIN accounts a ON a.id = r.referrer_id`),
  );
  const of = (username: string) => rows.filter((row) => row.username === username);
  expect([of('demo-fan').length, of('demo-creator').length]).toEqual([5, 4]);
  expect(of('demo-fan').filter((row) => Number(row.tokens) > 0).length).toBeGreaterThan(1);
  expect(of('demo-creator').reduce((sum, row) => sum + Number(row.paid), 0)).toBeGreaterThan(100);
  expect(of('demo-creator').filter((row) => row.is_over)).toHaveLength(1);
  expect(rows.filter((row) => row.void_reason !== null)).toEqual([
    expect.objectContaining({ username: 'demo-fan', void_reason: 'same_card', paid: '0' }),
  ]);
});

test('the demo fan gave away two months: one redeemed, one whose link works', async () => {
  const token = await login('user');
  const { data } = await ok('GET /gifts', { token, query: {} });
  expect(data.map(({ state, performer }) => [state, performer.username])).toEqual([
    ['open', 'blue.hour.trio'],
    ['redeemed', 'saltandsorrel'],
  ]);
  expect(await ok('GET /gifts/link/:code', { token: null, params: { code: data[0]!.code } })).toMatchObject({
    state: 'open',
    months: 1,
  });
});

test('the wallet has coupons to try, and the demo fan has a spend cap with some left', async () => {
  const token = await login('user');
  for (const [code, off] of [
    ['WELCOME10', 250],
    ['FIVER', 500],
  ] as const) {
    expect(
      await ok('POST /coupons/:code/apply-coupon', {
        token,
        params: { code },
        body: { target: { amount: 2_500 } },
      }),
    ).toMatchObject({ code, off, after: 2_500 - off });
  }
  const { data } = await ok('GET /wallet/caps', { token });
  expect(data).toMatchObject([{ performer: null, amount: 50_000, next: null }]);
  expect(data[0]!.left).toBeGreaterThan(20_000);
});
