import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payments, providerEvents } from '#backend/db/schema/ledger.ts';
import { tokenPackages } from '#backend/db/schema/operator.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import type { PaymentGateway } from '#backend/ports/payment-gateway.ts';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { moneyIn } from '../../../setup/money.ts';
import type { Person } from '../../../setup/test-app.ts';

/** The sandbox gateway, recording calls and failing on demand, before or after charging the card. */
const shared = fakePorts();
const sandbox = createSandboxGateway(shared);
const asked: string[] = [];
let breaks: 'before' | 'after' | null = null;
const gateway: PaymentGateway = {
  ...sandbox,
  async charge(input) {
    if (breaks === 'before') throw new Error('connection refused');
    asked.push(input.paymentId);
    const outcome = await sandbox.charge(input);
    if (breaks === 'after') throw new Error('connection lost');
    return outcome;
  },
};
const app = await testBackend({ ports: { ...shared, payments: gateway } });
const { call, raw, ok, db, ctx, ports, backend } = app;
const { addCard, newKey } = moneyIn(app);
const walletOf = (person: Person) => balanceOf(ctx, 'wallet', person.id);

let fan: Person;
beforeEach(async () => {
  fan = await app.makeFan();
  breaks = null;
  asked.length = 0;
  ports.transport.clear();
});

describe('topping up', () => {
  let cardId: string;
  beforeEach(async () => {
    cardId = await addCard(fan);
  });
  const topUp = (body: object, key?: string) =>
    raw<{ _id: string; amount: number; tokens: number; balance: number }>('POST /payment/wallet/top-up', {
      token: fan.token,
      key,
      body: { cardId, ...body },
    });

  test("an amount buys tokens at the site's rate, shown in every open tab", async () => {
    const answer = await topUp({ amount: 1_000 });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ amount: 1_000, tokens: 200, balance: 200 });
    expect(await walletOf(fan)).toBe(200);
    expect(ports.transport.of('balance/updated')).toEqual([
      { room: rooms.account(fan.id), event: 'balance/updated', payload: { added: 200, balance: 200 } },
    ]);
    const [payment] = await db.select().from(payments).where(eq(payments.accountId, fan.id));
    expect(payment).toMatchObject({
      state: 'succeeded',
      amount: 1_000,
      currency: 'USD',
      transactionId: answer.data._id,
    });
    expect(
      await db.select().from(providerEvents).where(eq(providerEvents.paymentId, payment!.id)),
    ).toHaveLength(1);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("keeps to the limits of the specification, or to the operator's if they differ", async () => {
    expect((await topUp({ amount: 294 })).problem).toMatchObject({
      status: 422,
      message: 'The smallest top-up is $2.95.',
      errors: [{ field: 'amount' }],
    });
    expect((await topUp({ amount: 295 })).data).toMatchObject({ tokens: 59 });
    expect((await topUp({ amount: 30_000 })).data).toMatchObject({ tokens: 6_000 });
    expect((await topUp({ amount: 30_001 })).problem).toMatchObject({
      message: 'The largest top-up is $300.00.',
    });
    await app.settings.set('maximumWalletPrice', 50_000);
    expect((await topUp({ amount: 50_000 })).status).toBe(201);
    await app.settings.set('maximumWalletPrice', 30_000);
  });

  test('a package credits its tokens and its bonus, which the site pays for', async () => {
    const [id, off] = [ports.ids(), ports.ids()];
    await db.insert(tokenPackages).values([
      { id, name: 'Big', tokens: 1_000, bonus: 150, price: 4_900, createdAt: ports.clock.now() },
      { id: off, name: 'Old', tokens: 1, price: 1, isActive: false, createdAt: ports.clock.now() },
    ]);
    expect(await ok('GET /package/token/search')).toEqual({
      data: [{ _id: id, name: 'Big', tokens: 1_000, bonus: 150, price: 4_900 }],
      total: 1,
    });
    expect((await topUp({ packageId: id })).data).toMatchObject({
      amount: 4_900,
      tokens: 1_150,
      balance: 1_150,
    });
    for (const packageId of [off, newKey()])
      expect((await topUp({ packageId })).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'packageId' }],
      });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test.each([
    [{}],
    [{ amount: 500, packageId: '0197c6a0-0000-7000-8000-000000000001' }],
    [{ amount: 0 }],
    [{ amount: -500 }],
    [{ amount: 500.5 }],
    [{ amount: '500' }],
    [{ amount: 500, tokens: 9 }],
    [{ amount: 2 ** 53 }],
  ])('rejects %j', async (body) => {
    expect((await topUp(body)).status).toBe(422);
    expect([await walletOf(fan), asked]).toEqual([0, []]);
  });

  test("another person's card is rejected", async () => {
    const other = await app.makeFan();
    const theirs = await addCard(other);
    const [one, two] = [
      await topUp({ amount: 500, cardId: theirs }),
      await topUp({ amount: 500, cardId: newKey() }),
    ];
    expect([one.status, one.text]).toEqual([422, two.text]);
  });

  test('a declined card changes nothing, gives the reason, and the key keeps its reply', async () => {
    const poor = await addCard(fan, 'poor');
    const key = newKey();
    const answers = [
      await topUp({ amount: 500, cardId: poor }, key),
      await topUp({ amount: 500, cardId: poor }, key),
    ];
    for (const { problem } of answers)
      expect(problem).toMatchObject({
        status: 402,
        code: 'card_declined',
        message: expect.stringContaining('insufficient funds'),
      });
    expect([await walletOf(fan), asked.length]).toEqual([0, 1]);
    expect((await topUp({ amount: 500 }, key)).problem).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    expect((await topUp({ amount: 500 }, newKey())).status).toBe(201);
  });

  test('a bank confirmation is completed by the same call again', async () => {
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    const first = await topUp({ amount: 500, cardId: asks }, key);
    expect(first.problem).toMatchObject({
      status: 402,
      code: 'card_challenge',
      clientSecret: expect.any(String),
    });
    expect((await topUp({ amount: 500, cardId: asks }, key)).problem).toMatchObject({
      code: 'card_challenge',
      clientSecret: first.problem.clientSecret,
    });
    const paid = await topUp({ amount: 500, cardId: asks, challengeAnswer: 'complete' }, key);
    expect(paid.data).toMatchObject({ tokens: 100, balance: 100 });
    expect((await topUp({ amount: 500, cardId: asks }, key)).text).toBe(paid.text);
    expect((await topUp({ amount: 500, cardId: asks, challengeAnswer: 'fail' }, key)).text).toBe(paid.text);
    const again = newKey();
    await topUp({ amount: 500, cardId: asks }, again);
    expect(
      (await topUp({ amount: 500, cardId: asks, challengeAnswer: 'fail' }, again)).problem,
    ).toMatchObject({ code: 'card_declined', message: expect.stringContaining('couldn’t confirm') });
    expect(await walletOf(fan)).toBe(100);
  });

  test('fifty with the same key: one charge, one effect, one reply; without a key each is separate', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => topUp({ amount: 500 }, key)));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect([answers[0]?.status, new Set(asked).size, await walletOf(fan)]).toEqual([201, 1, 100]);
    expect((await topUp({ amount: 600 }, key)).status).toBe(409);
    await Promise.all([topUp({ amount: 500 }), topUp({ amount: 500 })]);
    expect(await walletOf(fan)).toBe(300);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('payments per hour are limited, and possible again afterwards', async () => {
    const poor = await addCard(fan, 'poor');
    const answers = await Promise.all(
      Array.from({ length: 62 }, () => topUp({ amount: 500, cardId: poor }, newKey())),
    );
    expect(answers.filter((answer) => answer.status === 402)).toHaveLength(60);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
    ports.clock.move('61m');
    expect((await topUp({ amount: 500 })).status).toBe(201);
  });

  test("a key belongs to one call: one used by a tip can't be used for a top-up", async () => {
    const creator = await app.makeCreator();
    await topUp({ amount: 500 });
    const key = newKey();
    expect(
      (
        await call('POST /wallet/charges/tip/:id', {
          token: fan.token,
          key,
          params: { id: creator.id },
          body: { amount: 10 },
        })
      ).status,
    ).toBe(201);
    expect((await topUp({ amount: 500 }, key)).problem.code).toBe('idempotency_mismatch');
    const paid = newKey();
    await topUp({ amount: 500 }, paid);
    expect(
      (
        await call('POST /wallet/charges/tip/:id', {
          token: fan.token,
          key: paid,
          params: { id: creator.id },
          body: { amount: 10 },
        })
      ).problem.code,
    ).toBe('idempotency_mismatch');
  });
});

describe('a gateway that fails midway', () => {
  const topUp = async (key: string) =>
    call('POST /payment/wallet/top-up', {
      token: fan.token,
      key,
      body: { amount: 500, cardId: (await ok('GET /payment-cards', { token: fan.token })).data[0]!._id },
    });

  test.each(['before', 'after'] as const)('%s charging: the same key completes it, once', async (when) => {
    await addCard(fan);
    const key = newKey();
    breaks = when;
    expect((await topUp(key)).problem).toMatchObject({ status: 503, code: 'gateway_unavailable' });
    expect(await walletOf(fan)).toBe(0);
    breaks = null;
    expect((await topUp(key)).data).toMatchObject({ balance: 100 });
    expect((await topUp(key)).data).toMatchObject({ balance: 100 });
    expect([await walletOf(fan), new Set(asked).size]).toEqual([100, 1]);
  });

  test('nobody comes back: the job created with the payment completes it', async () => {
    await addCard(fan);
    await backend.runJobs();
    breaks = 'after';
    await topUp(newKey());
    breaks = null;
    await backend.runJobs();
    expect(await walletOf(fan)).toBe(0);
    ports.clock.move('3m');
    ports.transport.clear();
    await backend.runJobs();
    expect(await walletOf(fan)).toBe(100);
    expect(ports.transport.of('balance/updated')).toHaveLength(1);
    ports.clock.move('3m');
    await backend.runJobs();
    expect(await walletOf(fan)).toBe(100);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("the bank's result survives a crash right after it", async () => {
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    const body = { amount: 500, cardId: asks };
    await call('POST /payment/wallet/top-up', { token: fan.token, key, body });
    breaks = 'after';
    expect(
      (
        await call('POST /payment/wallet/top-up', {
          token: fan.token,
          key,
          body: { ...body, challengeAnswer: 'complete' },
        })
      ).status,
    ).toBe(503);
    breaks = null;
    ports.clock.move('3m');
    await backend.runJobs();
    expect(await walletOf(fan)).toBe(100);
  });

  test('a bank confirmation that nobody completes is given up after an hour', async () => {
    const asks = await addCard(fan, 'asks');
    const key = newKey();
    const body = { amount: 500, cardId: asks };
    await call('POST /payment/wallet/top-up', { token: fan.token, key, body });
    ports.clock.move('61m');
    await backend.runJobs();
    expect(
      (
        await call('POST /payment/wallet/top-up', {
          token: fan.token,
          key,
          body: { ...body, challengeAnswer: 'complete' },
        })
      ).problem,
    ).toMatchObject({ code: 'card_declined', message: expect.stringContaining('never confirmed') });
    expect(await walletOf(fan)).toBe(0);
  });
});
