import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#backend/db/schema/ledger.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
  raw,
  ok,
  db,
  ports,
  addCard,
  newKey,
  subscribe,
  cancel,
  resume,
  changeCard,
  mailsTo,
  rowOf,
  paid,
  until,
} = app;

let fan: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, cardId } = await app.begin());
});

const lastCharged = async () =>
  (
    await db
      .select({ cardId: payments.cardId, state: payments.state })
      .from(payments)
      .where(eq(payments.accountId, fan.id))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(1)
  )[0];
const remove = (id: string) => ok('DELETE /payment-cards/:id', { token: fan.token, params: { id } });

describe('the card of a subscription', () => {
  test('can be replaced from the next renewal on, and nothing is charged before', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await addCard(fan, 'pays', '11/39');
    const changed = await changeCard(_id, other);
    expect([changed.status, changed.data.card, changed.data.periodEnd]).toEqual([
      200,
      { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2039, wallet: null },
      '2026-02-28T10:00:00.000Z',
    ]);
    expect([
      await paid(),
      (await ok('GET /payment-cards', { token: fan.token })).data.map(({ _id: id, isDefault }) => [
        id,
        isDefault,
      ]),
    ]).toEqual([
      1,
      [
        [cardId, true],
        [other, false],
      ],
    ]);
    await until('2026-02-28T09:30:00Z');
    expect([await paid(), await lastCharged(), (await rowOf(_id)).cardId]).toEqual([
      2,
      { cardId: other, state: 'succeeded' },
      other,
    ]);
    expect((await mailsTo()).at(-1)?.text).toContain('It will be charged to your Visa ending in 4242.');
  });

  test('chosen again, or twenty times at once, changes nothing', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await addCard(fan);
    const first = await changeCard(_id, other);
    ports.clock.move('1m');
    const before = await rowOf(_id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => changeCard(_id, other)));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first.text]));
    expect([await rowOf(_id), await paid()]).toEqual([before, 1]);
  });

  test('of an overdue subscription is tried at the next retry, not now', async () => {
    const bad = await addCard(fan, 'pays', '02/26');
    const { _id } = (await subscribe('monthly', { cardId: bad })).data;
    await until('2026-02-28T09:30:00Z');
    await until('2026-03-31T09:30:00Z');
    expect((await rowOf(_id)).state).toBe('past_due');
    const attempts = await db.$count(payments);
    const changed = await changeCard(_id, cardId);
    expect([changed.data.state, changed.data.retryAt, await db.$count(payments)]).toEqual([
      'past_due',
      '2026-04-01T10:00:00.000Z',
      attempts,
    ]);
    await until('2026-04-01T10:01:00Z');
    expect([(await rowOf(_id)).state, await lastCharged()]).toEqual([
      'active',
      { cardId, state: 'succeeded' },
    ]);
  });

  test('that was chosen and removed is replaced by the default one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await addCard(fan, 'pays', '11/39');
    await changeCard(_id, other);
    await remove(other);
    expect((await changeCard(_id, other)).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'cardId' }],
    });
    await until('2026-02-28T09:30:00Z');
    expect(await lastCharged()).toEqual({ cardId, state: 'succeeded' });
  });
});

describe('is rejected', () => {
  test("for another person's subscription and for a missing one, with the same message; likewise for another person's card", async () => {
    const { _id } = (await subscribe('monthly')).data;
    const stranger = await app.makeFan();
    const theirs = await addCard(stranger);
    const nothing = await changeCard(newKey(), cardId);
    expect(nothing.status).toBe(404);
    expect((await changeCard(_id, theirs, stranger.token)).text).toBe(nothing.text);
    expect((await changeCard(_id, theirs)).text).toBe((await changeCard(_id, newKey())).text);
    expect((await rowOf(_id)).cardId).toBe(cardId);
    for (const body of [{}, { cardId, now: true }, { cardId: 'x' }, { cardId: null }])
      expect(
        (await raw('PUT /subscriptions/:id/card', { token: fan.token, params: { id: _id }, body })).status,
      ).toBe(422);
    expect((await raw('PUT /subscriptions/:id/card', { params: { id: _id }, body: { cardId } })).status).toBe(
      401,
    );
  });

  test('for a subscription that charges no card: free, canceled, expired', async () => {
    const free = (await subscribe('free')).data;
    expect((await changeCard(free._id, cardId)).problem).toMatchObject({
      status: 409,
      message: 'Free subscriptions and gifts don’t use a card.',
    });
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    expect((await changeCard(_id, cardId)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('Resume it first'),
    });
    await resume(_id);
    expect((await changeCard(_id, await addCard(fan))).status).toBe(200);
    await cancel(_id);
    ports.clock.set('2026-03-01T10:00:00Z');
    expect((await changeCard(_id, cardId)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('has ended'),
    });
  });

  test("users can't claim the key that a renewal will need", async () => {
    const { _id } = (await subscribe('monthly')).data;
    const { periodEnd } = await rowOf(_id);
    const taken = await app.call('POST /payment/wallet/top-up', {
      token: fan.token,
      key: `renewal:${_id}:${periodEnd.toISOString()}:0`,
      body: { amount: 1_000, cardId },
    });
    expect(taken.status).toBe(201);
    expect(
      (
        await raw('POST /payment/wallet/top-up', {
          token: fan.token,
          key: `renewal ${_id} ${periodEnd.toISOString()} 0`,
          body: { amount: 1_000, cardId },
        })
      ).status,
    ).toBe(422);
    await until('2026-02-28T09:30:00Z');
    expect([(await rowOf(_id)).state, await paid()]).toEqual(['active', 2]);
  });

  test('while a renewal is being charged, which already has its card', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await addCard(fan);
    await db.update(payments).set({ state: 'pending' }).where(eq(payments.subscriptionId, _id));
    expect((await changeCard(_id, other)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('right now'),
    });
    expect((await rowOf(_id)).cardId).toBe(cardId);
  });
});
