import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { balanceOf, reverse } from '#backend/domain/base/ledger/ledger.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { raw, ok, ctx, ports, fund } = app;
const { addCard } = moneyIn(app);
const { makePost } = postsIn(app);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  fan = { ...fan, token: (await app.openSession(fan.id, 10_000)).token };
  creator = { ...creator, token: (await app.openSession(creator.id, 10_000)).token };
  await fund(fan.id, 10_000);
});
const tip = (amount: number) =>
  ok('POST /wallet/charges/tip/:id', { token: fan.token, params: { id: creator.id }, body: { amount } });
const stats = (query: object = {}) => ok('GET /performer/earning/stats', { token: creator.token, query });
const search = (query: object = {}) => ok('GET /performer/earning/search', { token: creator.token, query });

/** One sale per source: tips of 20.00 and 3.05, a post for 15.00, a subscription for 9.99. */
async function sell(): Promise<string> {
  await tip(400);
  ports.clock.move('1d');
  const { _id } = await ok('POST /wallet/charges/feed/:id', {
    token: fan.token,
    params: { id: await makePost(creator.id, { price: 300, text: 'Glazes' }) },
  });
  ports.clock.move('1d');
  await ok('POST /payment/subscribe/performers', {
    token: fan.token,
    body: { performerId: creator.id, type: 'monthly', cardId: await addCard(fan) },
  });
  ports.clock.move('1d');
  await tip(61);
  return _id;
}

test('without sales, everything is zero', async () => {
  const none = { gross: 0, commission: 0, net: 0, count: 0 };
  expect(await stats()).toEqual({
    total: none,
    sales: none,
    refunds: none,
    referrals: none,
    payouts: none,
    adjustments: none,
    bySource: [],
    byDay: [],
    subscribers: { new: 0, renewed: 0, lost: 0 },
    previous: null,
    balance: { total: 0, available: 0, onHold: 0, setAside: 0, nextAvailableAt: null },
  });
  expect(await search()).toEqual({
    data: [],
    total: 0,
    sums: { gross: 0, commission: 0, net: 0 },
    nextCursor: null,
  });
  expect(await ok('GET /performer/earning/tops', { token: creator.token })).toEqual({ users: [], items: [] });
});

describe('figures', () => {
  test('by source, each the sum of its rows, all together the balance', async () => {
    await sell();
    const figures = await stats();
    expect(figures.bySource).toEqual([
      { source: 'tip', gross: 2_305, commission: 461, net: 1_844, count: 2 },
      { source: 'feed', gross: 1_500, commission: 300, net: 1_200, count: 1 },
      { source: 'subscription', gross: 999, commission: 200, net: 799, count: 1 },
    ]);
    expect(figures.total).toEqual({ gross: 4_804, commission: 961, net: 3_843, count: 4 });
    expect([figures.balance.total, await balanceOf(ctx, 'earnings', creator.id)]).toEqual([3_843, 3_843]);
    for (const { source, ...sums } of figures.bySource) {
      const { data, total } = await search({ source });
      expect({
        gross: data.reduce((sum, row) => sum + row.gross, 0),
        commission: data.reduce((sum, row) => sum + row.commission, 0),
        net: data.reduce((sum, row) => sum + row.net, 0),
        count: total,
      }).toEqual(sums);
    }
    expect(
      (await search()).data.map(({ source, description, gross, commission, net, user }) => ({
        source,
        description,
        gross,
        commission,
        net,
        user: user?.name,
      })),
    ).toEqual([
      { source: 'tip', description: 'Tip to Cleo', gross: 305, commission: 61, net: 244, user: 'Fay' },
      {
        source: 'subscription',
        description: 'Monthly subscription to Cleo',
        gross: 999,
        commission: 200,
        net: 799,
        user: 'Fay',
      },
      {
        source: 'feed',
        description: 'Post by Cleo: Glazes',
        gross: 1_500,
        commission: 300,
        net: 1_200,
        user: 'Fay',
      },
      { source: 'tip', description: 'Tip to Cleo', gross: 2_000, commission: 400, net: 1_600, user: 'Fay' },
    ]);
  });

  test('of a range, including its first moment and excluding its last', async () => {
    await sell();
    const [, , , first] = (await search()).data;
    const [last] = (await search()).data;
    expect(await stats({ from: first!.createdAt, to: last!.createdAt })).toMatchObject({
      total: { count: 3, gross: 4_499 },
    });
    expect(await search({ from: last!.createdAt })).toMatchObject({ total: 1, data: [{ gross: 305 }] });
    expect(await stats({ from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' })).toMatchObject({
      total: { count: 4 },
    });
  });

  test('keep their sums whatever the commission is later, and hold at its extremes', async () => {
    await tip(100);
    await app.settings.set('commissionBps', 10_000);
    await tip(100);
    await app.settings.set('commissionBps', 0);
    await tip(100);
    await app.settings.set('commissionBps', 2_000);
    expect((await search()).data.map(({ gross, commission, net }) => [gross, commission, net])).toEqual([
      [500, 0, 500],
      [500, 500, 0],
      [500, 100, 400],
    ]);
    expect(await stats()).toMatchObject({
      total: { gross: 1_500, commission: 600, net: 900, count: 3 },
      balance: { total: 900 },
    });
  });
});

test('a sale is on hold for its days, then available, oldest first', async () => {
  await sell();
  expect((await stats()).balance).toEqual({
    total: 3_843,
    available: 0,
    onHold: 3_843,
    setAside: 0,
    nextAvailableAt: '2026-03-09T09:00:00.000Z',
  });
  ports.clock.set('2026-03-09T09:00:00Z');
  expect((await stats()).balance).toMatchObject({ available: 1_600, onHold: 2_243 });
  expect((await search()).data[3]?.availableAt).toBe('2026-03-09T09:00:00.000Z');
  ports.clock.set('2026-04-09T09:00:00Z');
  expect((await stats()).balance).toEqual({
    total: 3_843,
    available: 3_843,
    onHold: 0,
    setAside: 0,
    nextAvailableAt: null,
  });
  await app.settings.set('payoutHoldDays', 90);
  expect((await stats()).balance).toMatchObject({ available: 0, onHold: 3_843 });
  await app.settings.set('payoutHoldDays', 7);
});

describe('a refund', () => {
  const refund = async (id: string) => {
    await transaction(ctx, (tx) => reverse(tx, id, 'Refund: Post by Cleo'));
    await app.db
      .update(purchases)
      .set({ reversedAt: ports.clock.now() })
      .where(eq(purchases.transactionId, id));
  };
  test('of a sale on hold reduces the held amount', async () => {
    await refund(await sell());
    expect(await stats()).toMatchObject({
      total: { gross: 3_304, commission: 661, net: 2_643, count: 5 },
      bySource: expect.arrayContaining([
        { source: 'refund', gross: -1_500, commission: -300, net: -1_200, count: 1 },
      ]),
      balance: { total: 2_643, available: 0, onHold: 2_643 },
    });
    const [row] = (await search({ source: 'refund' })).data;
    expect(row).toMatchObject({
      net: -1_200,
      description: 'Refund: Post by Cleo',
      availableAt: row!.createdAt,
    });
  });

  test('of a sale already available reduces the available amount', async () => {
    const id = await sell();
    ports.clock.set('2026-04-09T09:00:00Z');
    await refund(id);
    expect((await stats()).balance).toEqual({
      total: 2_643,
      available: 2_643,
      onHold: 0,
      setAside: 0,
      nextAvailableAt: null,
    });
  });
});

test('rows page by key without gaps or duplicates', async () => {
  for (let count = 0; count < 5; count += 1) await tip(20 + count);
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await search({ limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...page.data.map((row) => row.gross));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.toSorted((a, b) => b - a)).toEqual([120, 115, 110, 105, 100]);
});

describe('permissions', () => {
  test.each(['GET /performer/earning/stats', 'GET /performer/earning/search', 'GET /performer/earning/tops'])(
    '%s: creators, only their own',
    async (route) => {
      await tip(100);
      expect((await raw(route)).status).toBe(401);
      expect((await raw(route, { token: fan.token })).status).toBe(403);
      const other = await app.makeCreator();
      expect((await raw<{ total: unknown }>(route, { token: other.token })).text).not.toContain('400');
      for (const query of [{ from: 'yesterday' }, { page: 2 }])
        expect((await raw(route, { token: creator.token, query })).status).toBe(422);
    },
  );
});
