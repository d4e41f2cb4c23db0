import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { payoutRequests } from '#backend/db/schema/payouts.ts';
import { balanceOf, reverse } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { approvePayout, processPayout } from '#backend/domain/across/operator/payouts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, ok, ctx, db, ports, settings } = app;
const { operator, earn, makeBank, ask, view, quote, mailsTo } = payoutsIn(app);

let creator: Person;
beforeEach(async () => {
  ports.clock.set('2026-05-04T10:00:00Z');
  creator = await app.makeCreator({ name: 'Cleo' });
  creator = { ...creator, token: (await app.openSession(creator.id, 24 * 400)).token };
});
const money = async () => [
  await balanceOf(ctx, 'earnings', creator.id),
  await balanceOf(ctx, 'payout', creator.id),
];
const request = (body: object, key?: string) =>
  raw<{ _id: string }>('POST /payout-requests', { token: creator.token, body, ...(key ? { key } : {}) });

describe('the available amount', () => {
  test('without earnings and without a method: each reason is given, and who can resolve it', async () => {
    const { blocks, ...figures } = await quote(creator);
    expect(figures).toMatchObject({
      available: 0,
      onHold: 0,
      holds: [],
      minimum: 5_000,
      amount: 0,
      fee: 0,
      receives: 0,
      method: null,
      openRequestId: null,
      canRequest: false,
      currency: 'USD',
    });
    expect(blocks).toEqual([
      {
        code: 'no_method',
        message: 'Add a payout method first.',
        who: 'you',
        until: null,
        stops: 'request',
      },
      {
        code: 'below_minimum',
        message: 'The minimum payout is $50.00. $50.00 more is needed.',
        who: 'you',
        until: null,
        stops: 'request',
      },
    ]);
  });

  test('for money on hold, says how much becomes available on which day, and when it is enough', async () => {
    await makeBank(creator);
    await earn(creator.id, 2_000, 20);
    await earn(creator.id, 1_000, 6.5);
    await earn(creator.id, 500, 6.55);
    await earn(creator.id, 4_000, 2);
    const { available, onHold, holds, blocks } = await quote(creator);
    expect({ available, onHold, holds }).toEqual({
      available: 2_000,
      onHold: 5_500,
      holds: [
        { availableAt: '2026-05-04T22:00:00.000Z', amount: 1_500 },
        { availableAt: '2026-05-09T10:00:00.000Z', amount: 4_000 },
      ],
    });
    expect(blocks).toEqual([
      expect.objectContaining({
        code: 'below_minimum',
        message: 'The minimum payout is $50.00. $30.00 more is needed.',
        who: 'time',
        until: '2026-05-09T10:00:00.000Z',
      }),
    ]);
    ports.clock.set('2026-05-09T10:00:00Z');
    expect(await quote(creator)).toMatchObject({ available: 7_500, onHold: 0, canRequest: true, blocks: [] });
  });

  test('for an amount, says what arrives and what remains', async () => {
    await makeBank(creator);
    await earn(creator.id, 20_000);
    expect(await quote(creator, 12_000)).toMatchObject({
      amount: 12_000,
      fee: 0,
      receives: 12_000,
      remains: 8_000,
      canRequest: true,
    });
    expect((await quote(creator, 4_999)).blocks).toEqual([
      expect.objectContaining({ code: 'amount_too_low' }),
    ]);
    await earn(creator.id, 3_000, 1);
    expect((await quote(creator, 20_001)).blocks).toEqual([
      expect.objectContaining({ code: 'amount_too_high', until: '2026-05-10T10:00:00.000Z' }),
    ]);
  });

  test("says so if a profile isn't approved", async () => {
    await makeBank(creator);
    await earn(creator.id, 20_000);
    await db
      .update(performers)
      .set({ verified: 'rejected', verifiedReason: 'Blurred.' })
      .where(eq(performers.accountId, creator.id));
    expect((await quote(creator)).blocks).toEqual([
      expect.objectContaining({
        code: 'not_approved',
        message: 'Your profile was not approved: Blurred. Send your documents again.',
        who: 'you',
      }),
    ]);
    expect(await request({ amount: 5_000 })).toMatchObject({
      status: 403,
      problem: { block: 'not_approved' },
    });
    await db.update(performers).set({ verified: 'pending' }).where(eq(performers.accountId, creator.id));
    expect((await quote(creator)).blocks).toEqual([
      expect.objectContaining({ code: 'not_approved', who: 'site' }),
    ]);
  });
});

describe('a request', () => {
  beforeEach(async () => {
    await makeBank(creator);
    await earn(creator.id, 20_000);
  });

  test('reserves the money at once, appears in the timeline, and is confirmed by email', async () => {
    const payout = await ok('POST /payout-requests', {
      token: creator.token,
      body: { amount: 12_000, note: ' For May ' },
    });
    expect(payout).toMatchObject({
      amount: 12_000,
      currency: 'USD',
      note: 'For May',
      state: 'pending',
      method: { type: 'bank', bank: 'Alpenbank', last4: '3000' },
      canEdit: true,
      canCancel: true,
      reason: null,
      next: { who: 'site', until: null },
    });
    expect(payout.timeline).toEqual([
      { event: 'pending', by: 'creator', note: 'For May', at: '2026-05-04T10:00:00.000Z' },
    ]);
    expect(await money()).toEqual([8_000, 12_000]);
    expect(await quote(creator)).toMatchObject({
      available: 8_000,
      setAside: 12_000,
      openRequestId: payout._id,
      canRequest: false,
    });
    expect(await ok('GET /payout-requests/check/pending-review', { token: creator.token })).toEqual({
      pending: true,
      requestId: payout._id,
      since: payout.createdAt,
    });
    expect((await mailsTo(creator)).at(-1)).toMatchObject({
      subject: 'Your payout of $120.00 was requested and is pending review',
    });
    expect(await ok('GET /performer/earning/stats', { token: creator.token })).toMatchObject({
      balance: { total: 8_000, available: 8_000 },
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test.each([
    ['below the minimum', { amount: 4_999 }, 422],
    ['of more than is available', { amount: 20_001 }, 422],
    ['of nothing', { amount: 0 }, 422],
    ['below zero', { amount: -5_000 }, 422],
    ['of half a cent', { amount: 5_000.5 }, 422],
    ['of more than numbers hold', { amount: 1e300 }, 422],
    ['as a text', { amount: '5000' }, 422],
    ['for somebody else', { amount: 5_000, performerId: 'x' }, 422],
    ['without an amount', {}, 422],
    ['with a note without end', { amount: 5_000, note: 'x'.repeat(501) }, 422],
  ])('%s is rejected and moves nothing', async (_, body, status) => {
    expect((await request(body)).status).toBe(status);
    expect(await money()).toEqual([20_000, 0]);
  });

  test('a second one waits for the first', async () => {
    await ask(creator, 5_000);
    expect(await request({ amount: 5_000 })).toMatchObject({
      status: 409,
      problem: { block: 'open_request', who: 'site' },
    });
    expect(await money()).toEqual([15_000, 5_000]);
  });

  test('the same key creates one request; with another body it is rejected', async () => {
    const key = ports.ids();
    const [first, again] = [await request({ amount: 5_000 }, key), await request({ amount: 5_000 }, key)];
    expect([first.status, again.status, again.data._id]).toEqual([201, 201, first.data._id]);
    expect((await request({ amount: 6_000 }, key)).status).toBe(409);
    expect(await money()).toEqual([15_000, 5_000]);
  });

  test('two hundred at once reserve one, and a refund at the same moment never makes it exceed the balance', async () => {
    const sale = await earn(creator.id, 10_000, 20);
    const answers = await Promise.all([
      ...Array.from({ length: 200 }, () => request({ amount: 30_000 })),
      transaction(ctx, (tx) => reverse(tx, sale, 'Refund')).then(() => ({ status: 0 })),
    ]);
    expect(answers.filter(({ status }) => ![0, 201, 409, 422].includes(status))).toEqual([]);
    const made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBeLessThanOrEqual(1);
    const [earnings, aside] = await money();
    expect([earnings! + aside!, aside]).toEqual([20_000, made * 30_000]);
    expect(await checkLedger(ctx)).toEqual([]);
  }, 60_000);
});

describe('while pending', () => {
  let id = '';
  beforeEach(async () => {
    await makeBank(creator);
    await earn(creator.id, 20_000);
    id = (await ask(creator, 12_000))._id;
  });
  const change = (body: object) =>
    raw<{ amount: number }>('PUT /payout-requests/:id', { token: creator.token, params: { id }, body });

  test('the amount can be raised and lowered, and the timeline shows both values', async () => {
    expect((await change({ amount: 20_000 })).data).toMatchObject({ amount: 20_000 });
    expect(await money()).toEqual([0, 20_000]);
    expect((await change({ amount: 5_000, note: 'Less' })).data).toMatchObject({
      amount: 5_000,
      note: 'Less',
    });
    expect(await money()).toEqual([15_000, 5_000]);
    expect((await view(creator, id)).timeline.map(({ event, note }) => [event, note])).toEqual([
      ['pending', ''],
      ['changed', 'From $120.00 to $200.00'],
      ['changed', 'From $200.00 to $50.00'],
    ]);
    expect((await change({})).status).toBe(200);
    expect((await view(creator, id)).timeline).toHaveLength(3);
    expect([
      (await change({ amount: 20_001 })).status,
      (await change({ amount: 4_999 })).status,
      (await change({ amount: -1 })).status,
      (await change({ state: 'paid' })).status,
    ]).toEqual([422, 422, 422, 422]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('it is canceled once, and the money is available again', async () => {
    expect(
      await ok('POST /payout-requests/:id/cancel', { token: creator.token, params: { id } }),
    ).toMatchObject({ state: 'cancelled', next: null, canEdit: false, canCancel: false });
    expect(await money()).toEqual([20_000, 0]);
    expect(
      await call('POST /payout-requests/:id/cancel', { token: creator.token, params: { id } }),
    ).toMatchObject({
      status: 409,
      problem: { message: 'This payout can’t be changed anymore. Its status is cancelled.' },
    });
    expect((await change({ amount: 6_000 })).status).toBe(409);
    expect((await ask(creator, 20_000)).state).toBe('pending');
  });

  test('a hundred edits and cancellations at once leave the ledger correct', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        at % 10 === 9
          ? call('POST /payout-requests/:id/cancel', { token: creator.token, params: { id } })
          : change({ amount: 5_000 + at * 150 }),
      ),
    );
    const { state, amount } = await view(creator, id);
    expect(state).toBe('cancelled');
    expect(amount).toBeGreaterThanOrEqual(5_000);
    expect(await money()).toEqual([20_000, 0]);
    expect(await checkLedger(ctx)).toEqual([]);
  }, 60_000);

  test("afterwards it can't be changed or canceled", async () => {
    await approvePayout(operator, id);
    await processPayout(operator, id);
    expect([
      (await change({ amount: 6_000 })).status,
      (await call('POST /payout-requests/:id/cancel', { token: creator.token, params: { id } })).status,
    ]).toEqual([409, 409]);
    expect(await money()).toEqual([8_000, 12_000]);
  });
});

describe('a refund during a pending payout', () => {
  test('prevents its approval until new earnings cover it, and says so', async () => {
    await makeBank(creator);
    const sale = await earn(creator.id, 9_000);
    await earn(creator.id, 3_000);
    const { _id: id } = await ask(creator, 12_000);
    await transaction(ctx, (tx) => reverse(tx, sale, 'Refund'));
    expect(await money()).toEqual([-9_000, 12_000]);
    await earn(creator.id, 9_500, 3);
    expect((await view(creator, id)).next).toEqual({
      message:
        'A refund took $90.00 of the balance for this payout. It continues once your earnings cover it.',
      who: 'time',
      until: '2026-05-08T10:00:00.000Z',
    });
    await expect(approvePayout(operator, id)).rejects.toThrow(
      'Refunds took $90.00 of the balance for this payout.',
    );
    ports.clock.set('2026-05-08T10:00:00Z');
    expect((await approvePayout(operator, id)).state).toBe('approved');
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('the negative balance appears in the quote', async () => {
    await makeBank(creator);
    const sale = await earn(creator.id, 9_000);
    await ask(creator, 9_000);
    await transaction(ctx, (tx) => reverse(tx, sale, 'Refund'));
    expect((await quote(creator)).blocks).toContainEqual({
      code: 'owed',
      message: 'Refunds took $90.00 more than your available balance. Your next earnings will cover it.',
      who: 'you',
      until: null,
      stops: 'request',
    });
  });
});

test('the list contains only your own, newest first, by state and in pages', async () => {
  await makeBank(creator);
  await earn(creator.id, 90_000);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ports.clock.move('1h');
    const { _id } = await ask(creator, 5_000);
    ids.unshift(_id);
    if (count < 2)
      await ok('POST /payout-requests/:id/cancel', { token: creator.token, params: { id: _id } });
  }
  const list = (query: object) => ok('GET /payout-requests/user/search', { token: creator.token, query });
  expect((await list({})).data.map(({ _id, state }) => [_id, state])).toEqual([
    [ids[0], 'pending'],
    [ids[1], 'cancelled'],
    [ids[2], 'cancelled'],
  ]);
  expect(await list({ state: 'cancelled' })).toMatchObject({ total: 2 });
  const first = await list({ limit: 2 });
  expect((await list({ limit: 2, cursor: first.nextCursor! })).data.map(({ _id }) => _id)).toEqual([ids[2]]);
  const other = await app.makeCreator();
  expect((await ok('GET /payout-requests/user/search', { token: other.token, query: {} })).total).toBe(0);
  expect(
    await db.select().from(payoutRequests).where(eq(payoutRequests.performerId, creator.id)),
  ).toHaveLength(3);
});

test("the operator's minimum applies, not the contract's", async () => {
  await makeBank(creator);
  await earn(creator.id, 20_000);
  await settings.set('minimumPayoutAmount', 10_000);
  expect((await request({ amount: 9_999 })).status).toBe(422);
  await settings.set('minimumPayoutAmount', 5_000);
});
