import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { testBackend } from '../../../setup/backend.ts';
import { cardNumbers, cardToken, moneyIn } from '../../../setup/money.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, ok, db, ports } = app;
const { addCard, newKey } = moneyIn(app);

let fan: Person;
beforeEach(async () => {
  fan = await app.makeFan();
});

describe('cards', () => {
  const keep = (token: string, more: object = {}) =>
    call('POST /:provider/cards', {
      token: fan.token,
      params: { provider: 'sandbox' },
      body: { token, ...more },
    });

  test('the first one is the default; the number is stored nowhere', async () => {
    const first = await keep(cardToken('pays'));
    expect(first.status).toBe(201);
    expect(first.data).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2040,
      isDefault: true,
    });
    const second = await keep('5555 5555 5555 4444|01/30|999');
    expect(second.data).toMatchObject({ brand: 'mastercard', isDefault: false });
    expect(await ok('GET /payment-cards', { token: fan.token })).toMatchObject({
      total: 2,
      data: [{ last4: '4242' }, { last4: '4444' }],
    });
    expect(JSON.stringify([await db.select().from(cards), ports.log.lines])).not.toContain(
      cardNumbers.pays.slice(0, 12),
    );
  });

  test("the bank's refusal and its confirmation reach the person", async () => {
    expect((await keep(cardToken('wrongCode'))).problem).toMatchObject({
      status: 402,
      code: 'card_declined',
      message: expect.stringContaining('security code'),
    });
    const asks = await keep(cardToken('asksWhenSaved'));
    expect(asks.problem).toMatchObject({
      status: 402,
      code: 'card_challenge',
      clientSecret: expect.any(String),
    });
    expect((await keep(cardToken('asksWhenSaved'), { challengeAnswer: 'fail' })).problem.code).toBe(
      'card_declined',
    );
    expect((await keep(cardToken('asksWhenSaved'), { challengeAnswer: 'complete' })).status).toBe(201);
    expect((await keep('4242424242424242|12/40|1')).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'token' }],
    });
  });

  test('removing one keeps history and changes the default', async () => {
    const [first, second] = [await addCard(fan), await addCard(fan)];
    const other = await app.makeFan();
    const foreign = await call('DELETE /payment-cards/:id', { token: other.token, params: { id: first } });
    expect([foreign.status, foreign.text]).toEqual([
      404,
      (await call('DELETE /payment-cards/:id', { token: other.token, params: { id: newKey() } })).text,
    ]);
    expect(await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: first } })).toEqual({
      success: true,
    });
    expect(await ok('GET /payment-cards', { token: fan.token })).toMatchObject({
      total: 1,
      data: [{ _id: second, isDefault: true }],
    });
    expect(
      (await call('DELETE /payment-cards/:id', { token: fan.token, params: { id: first } })).status,
    ).toBe(404);
    expect(
      (await call('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 500, cardId: first } }))
        .problem,
    ).toMatchObject({ status: 422, errors: [{ field: 'cardId' }] });
  });

  test('a wallet is saved once, however often it pays; Link has no number and never expires', async () => {
    const [first, again] = [await keep('apple_pay'), await keep('apple_pay')];
    expect([first.data, again.data?._id]).toMatchObject([
      { brand: 'visa', last4: '4242', wallet: 'apple_pay', isDefault: true },
      first.data?._id,
    ]);
    expect((await keep('link')).data).toMatchObject({
      brand: 'link',
      last4: '',
      expMonth: null,
      expYear: null,
      wallet: 'link',
    });
    await keep(cardToken('pays'));
    const { data } = await ok('GET /payment-cards', { token: fan.token });
    expect(data.map(({ wallet }) => wallet)).toEqual(['apple_pay', 'link', null]);
    expect((await keep('paypal')).problem).toMatchObject({ status: 422, errors: [{ field: 'token' }] });
    // Somebody else's Apple Pay is another card.
    const other = await app.makeFan();
    const theirs = await call('POST /:provider/cards', {
      token: other.token,
      params: { provider: 'sandbox' },
      body: { token: 'apple_pay' },
    });
    expect(theirs.data?._id).not.toBe(first.data?._id);
    const prints = await db
      .select({ print: cards.fingerprint })
      .from(cards)
      .where(eq(cards.wallet, 'apple_pay'));
    expect(new Set(prints.map(({ print }) => print)).size).toBe(2);
  });

  test('what Link paid is called Link in the history, on the receipt and at its subscription', async () => {
    const { data: link } = await keep('link');
    const creator = await app.makeCreator();
    await ok('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 500, cardId: link._id } });
    await ok('POST /payment/subscribe/performers', {
      token: fan.token,
      body: { performerId: creator.id, type: 'monthly', cardId: link._id, expectedPrice: 999 },
    });
    const { data } = await ok('GET /payment/transactions/user/search', { token: fan.token });
    expect(data.map(({ card }) => card)).toEqual(['link', 'link']);
    const receipt = await ok('GET /payment/receipts/:id', { token: fan.token, params: { id: data[0]!._id } });
    expect(receipt.card).toEqual({ brand: 'link', last4: '' });
    await app.backend.runJobs();
    expect(JSON.stringify(ports.mailer.sent)).toMatch(/You paid \$5\.00 with Link on /);
    const [subscription] = (await ok('GET /subscriptions/user/search', { token: fan.token })).data;
    expect(subscription?.card).toMatchObject({ brand: 'link', expYear: null, wallet: 'link' });
  });

  test("a gateway that this site doesn't use is a 404, and the number of cards and tries is limited", async () => {
    expect(
      (
        await call('POST /:provider/cards', {
          token: fan.token,
          params: { provider: 'stripe' },
          body: { token: cardToken('pays') },
        })
      ).status,
    ).toBe(404);
    for (let count = 0; count < 10; count += 1) await addCard(fan);
    expect((await keep(cardToken('pays'))).problem).toMatchObject({
      status: 409,
      message: 'You already have 10 cards. Remove one first.',
    });
    const tries = await Promise.all(Array.from({ length: 12 }, () => keep(cardToken('wrongCode'))));
    expect(tries.filter((answer) => answer.status === 429).length).toBeGreaterThan(0);
  });

  test("another default can be chosen, and is charged; another person's card can't", async () => {
    const [first, second] = [await addCard(fan), await addCard(fan)];
    expect(
      await ok('PUT /payment-cards/:id/default', { token: fan.token, params: { id: second } }),
    ).toMatchObject({ _id: second, isDefault: true });
    const listed = async () =>
      (await ok('GET /payment-cards', { token: fan.token })).data.map((card) => [card._id, card.isDefault]);
    expect(await listed()).toEqual([
      [second, true],
      [first, false],
    ]);
    const other = await app.makeFan();
    expect(
      (await call('PUT /payment-cards/:id/default', { token: other.token, params: { id: first } })).status,
    ).toBe(404);
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: first } });
    expect(
      (await call('PUT /payment-cards/:id/default', { token: fan.token, params: { id: first } })).status,
    ).toBe(404);
    expect(await listed()).toEqual([[second, true]]);
  });

  test('fifty changes at once leave one default', async () => {
    const ids = [await addCard(fan), await addCard(fan), await addCard(fan)];
    await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        ok('PUT /payment-cards/:id/default', { token: fan.token, params: { id: ids[turn % 3]! } }),
      ),
    );
    expect(
      (await ok('GET /payment-cards', { token: fan.token })).data.filter((card) => card.isDefault),
    ).toHaveLength(1);
  });

  test('saving one starts in the browser, with only what its form needs', async () => {
    expect(await ok('POST /payment-cards/setup', { token: fan.token })).toEqual({
      clientSecret: expect.stringMatching(/^sandbox_challenge_/),
      publishableKey: null,
      isTest: true,
    });
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => call('POST /payment-cards/setup', { token: fan.token })),
    );
    expect(tries.filter((answer) => answer.status === 429).length).toBeGreaterThan(0);
  });

  test('the eleventh of many at once is rejected', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => keep(cardToken('pays'))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(await ok('GET /payment-cards', { token: fan.token })).toMatchObject({ total: 10 });
  });

  test('ten saved at once leave exactly one default', async () => {
    await Promise.all(Array.from({ length: 8 }, () => addCard(fan)));
    const { data } = await ok('GET /payment-cards', { token: fan.token });
    expect(data.filter((card) => card.isDefault)).toHaveLength(1);
  });
});

describe('card payments in the history', () => {
  test('payments made with your own cards, newest first, paged by key', async () => {
    const creator = await app.makeCreator({ name: 'Cleo' });
    const cardId = await addCard(fan);
    for (const amount of [500, 600, 700]) {
      ports.clock.move('1m');
      await ok('POST /payment/wallet/top-up', { token: fan.token, body: { amount, cardId } });
    }
    ports.clock.move('1m');
    await ok('POST /payment/subscribe/performers', {
      token: fan.token,
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    await app.fund(fan.id, 100);
    const first = await ok('GET /payment/transactions/user/search', {
      token: fan.token,
      query: { limit: 2 },
    });
    expect(first).toMatchObject({
      total: 4,
      data: [
        {
          kind: 'subscription',
          amount: 999,
          tokens: 0,
          card: 'visa ·· 4242',
          description: 'Monthly subscription to Cleo',
          performer: { name: 'Cleo' },
        },
        {
          kind: 'top_up',
          amount: 700,
          tokens: 140,
          card: 'visa ·· 4242',
          description: 'Top-up of 140 tokens',
          performer: null,
        },
      ],
    });
    const second = await ok('GET /payment/transactions/user/search', {
      token: fan.token,
      query: { limit: 2, cursor: first.nextCursor! },
    });
    expect([second.data.map((row) => row.amount), second.nextCursor]).toEqual([[600, 500], null]);
    expect(await ok('GET /payment/transactions/user/search', { token: creator.token })).toEqual({
      data: [],
      total: 0,
      nextCursor: null,
    });
    expect(
      (await raw('GET /payment/transactions/user/search', { token: fan.token, query: { cursor: 'x' } }))
        .status,
    ).toBe(422);
  });
});

test.each([
  'POST /payment/wallet/top-up',
  'POST /payment/subscribe/performers',
  'GET /payment/transactions/user/search',
  'GET /payment-cards',
  'POST /:provider/cards',
  'DELETE /payment-cards/:id',
  'POST /payment/:provider/cancel-subscription/:id',
])('%s: requires a session', async (route) => {
  const before = await db.$count(ledgerTransactions);
  expect((await raw(route, { params: { provider: 'sandbox', id: newKey() } })).status).toBe(401);
  expect(await db.$count(ledgerTransactions)).toBe(before);
});
