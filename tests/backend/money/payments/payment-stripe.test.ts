import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#backend/db/schema/kernel.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { cards, gatewayCustomers } from '#backend/db/schema/payments.ts';
import { connectAccounts } from '#backend/db/schema/payouts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { stripeKeys } from '../../../setup/stripe-server.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await stripeBackend();
const { backend, db, ctx, ports, pool, stand, report, addCard, call, ok, topUp, lastPayment } = app;
const walletOf = (person: Person) => balanceOf(ctx, 'wallet', person.id);

let fan: Person;
beforeEach(async () => {
  fan = await app.makeFan();
  stand.faults.length = 0;
  expect(stand.problems).toEqual([]);
});

describe('cards', () => {
  test("started here, entered in Stripe's form, reported twice: saved once, with one customer", async () => {
    const setup = await ok('POST /payment-cards/setup', { token: fan.token });
    expect(setup).toEqual({
      clientSecret: expect.stringMatching(/_secret_/),
      publishableKey: stripeKeys.publishableKey,
      isTest: true,
    });
    const token = stand.state.enter(setup.clientSecret, 'pm_card_visa');
    const kept = await Promise.all(Array.from({ length: 8 }, () => addCard(fan, token)));
    expect(new Set(kept).size).toBe(1);
    expect(await ok('GET /payment-cards', { token: fan.token })).toMatchObject({
      total: 1,
      data: [{ brand: 'visa', last4: '4242', isDefault: true }],
    });
    expect(await db.$count(gatewayCustomers, eq(gatewayCustomers.accountId, fan.id))).toBe(1);
    expect(await ok('GET /settings/public')).toMatchObject({
      paymentGateway: 'stripe',
      stripePublishableKey: stripeKeys.publishableKey,
    });
  });

  test('from a wallet: saved once, however often it pays; the copies are removed at Stripe', async () => {
    const enter = async (method: string) =>
      stand.state.enter((await ok('POST /payment-cards/setup', { token: fan.token })).clientSecret, method);
    const first = await addCard(fan, await enter('pm_apple_pay'));
    const again = await enter('pm_apple_pay');
    expect(await addCard(fan, again)).toBe(first);
    expect(stand.state.methods.get(again)?.customer).toBeNull();
    const link = await addCard(fan, await enter('pm_link'));
    expect((await ok('GET /payment-cards', { token: fan.token })).data).toMatchObject([
      { _id: first, brand: 'visa', last4: '1111', wallet: 'apple_pay' },
      { _id: link, brand: 'link', last4: '', expMonth: null, expYear: null, wallet: 'link' },
    ]);
    await topUp(fan, { cardId: link });
    await topUp(fan, { cardId: first });
    expect(await walletOf(fan)).toBeGreaterThan(0);
    const prints = await db.select({ print: cards.fingerprint }).from(cards).where(eq(cards.wallet, 'link'));
    expect(JSON.stringify(prints)).not.toContain('fan@limelight.test');
  });

  test('removed here, it is removed there, even if Stripe is down at first', async () => {
    const id = await addCard(fan);
    const [method] = [...stand.state.methods.values()].slice(-1);
    for (let turn = 0; turn < 3; turn += 1)
      stand.faults.push({ on: 'POST /v1/payment_methods/', kind: 'fail' });
    expect(await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id } })).toEqual({
      success: true,
    });
    await backend.runJobs();
    expect(method?.customer).not.toBeNull();
    stand.faults.length = 0;
    ports.clock.move('1m');
    await backend.runJobs();
    expect(method?.customer).toBeNull();
  });

  test("saved earlier with another gateway are hidden and can't be charged", async () => {
    const id = ports.ids();
    await db.insert(cards).values({
      id,
      accountId: fan.id,
      gateway: 'sandbox',
      gatewayId: 'sandbox.pays.2040-12.x',
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2040,
      isDefault: true,
      createdAt: ports.clock.now(),
    });
    expect((await ok('GET /payment-cards', { token: fan.token })).total).toBe(0);
    expect((await topUp(fan, { cardId: id })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'cardId' }],
    });
    await addCard(fan);
    expect(await ok('GET /payment-cards', { token: fan.token })).toMatchObject({
      total: 1,
      data: [{ isDefault: true }],
    });
  });

  test("another person's card, reported as your own: rejected", async () => {
    await addCard(fan);
    const [method] = [...stand.state.methods.values()].slice(-1);
    const thief = await app.makeFan();
    const { problem } = await call('POST /:provider/cards', {
      token: thief.token,
      params: { provider: 'stripe' },
      body: { token: method!.id },
    });
    expect(problem).toMatchObject({ status: 402, code: 'card_declined' });
    expect((await ok('GET /payment-cards', { token: thief.token })).total).toBe(0);
  });

  test('Stripe down: the error says so, nothing is saved', async () => {
    for (let turn = 0; turn < 4; turn += 1) stand.faults.push({ on: 'POST /v1/customers', kind: 'cut' });
    expect((await call('POST /payment-cards/setup', { token: fan.token })).problem).toMatchObject({
      status: 503,
      code: 'gateway_unavailable',
    });
    stand.faults.length = 0;
    await addCard(fan);
  });
});

describe('bank confirmation', () => {
  async function asked() {
    const cardId = await addCard(fan, 'pm_card_threeDSecure2Required');
    const key = ports.ids();
    const { problem } = await topUp(fan, { cardId, key });
    expect(problem).toMatchObject({
      status: 402,
      code: 'card_challenge',
      clientSecret: expect.stringMatching(/^pi_/),
    });
    return { cardId, key, secret: String(problem['clientSecret']) };
  }
  test('confirmed in the browser, the same call again is paid', async () => {
    const { secret, ...input } = await asked();
    expect((await topUp(fan, input)).problem).toMatchObject({ code: 'card_challenge', clientSecret: secret });
    stand.state.answer(secret, 'complete');
    const paid = await topUp(fan, { ...input, challengeAnswer: 'complete' });
    expect([paid.status, paid.data.balance, (await topUp(fan, input)).text === paid.text]).toEqual([
      201,
      200,
      true,
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });
  test('confirmed, and the window closed: the event alone is enough, and so is the job', async () => {
    const first = await asked();
    await report('payment_intent.succeeded', stand.state.answer(first.secret, 'complete'));
    expect([
      (await topUp(fan, { cardId: first.cardId, key: first.key })).status,
      await walletOf(fan),
    ]).toEqual([201, 200]);
    const second = await asked();
    stand.state.answer(second.secret, 'complete');
    ports.clock.move('61m');
    await backend.runJobs();
    expect([(await lastPayment(fan)).state, await walletOf(fan), await checkLedger(ctx)]).toEqual([
      'succeeded',
      400,
      [],
    ]);
  });
  test('left for an hour: declined here, and canceled there', async () => {
    const { secret, ...input } = await asked();
    ports.clock.move('61m');
    await backend.runJobs();
    expect((await topUp(fan, input)).problem).toMatchObject({
      code: 'card_declined',
      message: expect.stringMatching(/never confirmed/),
    });
    expect(stand.state.intent((await lastPayment(fan)).gatewayRef!).status).toBe('canceled');
    expect(() => stand.state.answer(secret, 'complete')).toThrow();
  });
  test('refused at the bank: declined, and the browser can no longer pay it', async () => {
    const { secret, ...input } = await asked();
    stand.state.answer(secret, 'fail');
    expect((await topUp(fan, { ...input, challengeAnswer: 'complete' })).problem).toMatchObject({
      code: 'card_declined',
      message: expect.stringMatching(/couldn’t confirm/),
    });
    expect(stand.state.intent((await lastPayment(fan)).gatewayRef!).status).toBe('canceled');
  });
});

describe('Stripe slow, failing, responding partially or twice', () => {
  test.each(['slow', 'fail', 'cut', 'half', 'drip', 'twice', 'fail-after'] as const)(
    '%s: a reply in bounded time, no open transaction meanwhile, one effect',
    async (kind) => {
      const cardId = await addCard(fan);
      const key = ports.ids();
      const before = stand.state.charges.size;
      for (let turn = 0; turn < 3; turn += 1)
        stand.faults.push(
          // Longer than the test's timeout.
          { on: 'POST /v1/payment_intents', kind, ms: 60_000 },
          { on: 'GET /v1/payment_intents', kind: 'fail' },
        );
      let open = 0;
      const watch = setInterval(
        () =>
          void pool
            .query<{ open: number }>(
              `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND xact_start < clock_timestamp() - interval '400 ms'`,
            )
            .then(({ rows }) => (open += rows[0]?.open ?? 0)),
        40,
      );
      const first = await topUp(fan, { cardId, key });
      clearInterval(watch);
      // At most two times three attempts: charging, and checking whether the charge exists.
      expect([open, [201, 503].includes(first.status)]).toEqual([0, true]);
      stand.faults.length = 0;
      ports.clock.move('3m');
      await backend.runJobs();
      const again = await topUp(fan, { cardId, key });
      expect([
        again.status,
        await walletOf(fan),
        stand.state.charges.size - before,
        await checkLedger(ctx),
      ]).toEqual([201, 200, 1, []]);
    },
  );

  test('fifty with the same key, half of the responses lost: one charge, one effect', async () => {
    const cardId = await addCard(fan);
    const key = ports.ids();
    const before = stand.state.charges.size;
    for (let turn = 0; turn < 25; turn += 1)
      stand.faults.push({ on: 'POST /v1/payment_intents', kind: 'cut' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => topUp(fan, { cardId, key })));
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    expect([await walletOf(fan), stand.state.charges.size - before, await checkLedger(ctx)]).toEqual([
      200,
      1,
      [],
    ]);
  });

  test('a refund to the card survives an outage and is made once', async () => {
    const { charge, payment } = await app.paid(fan, await addCard(fan));
    await refundTransaction({ ...ctx, actor: 'tester', actorId: null }, payment.transactionId!, '');
    for (let turn = 0; turn < 3; turn += 1) stand.faults.push({ on: 'POST /v1/refunds', kind: 'cut' });
    await backend.runJobs();
    stand.faults.length = 0;
    ports.clock.move('1h');
    await backend.runJobs();
    expect([
      charge.amount_refunded,
      [...stand.state.refunds.values()].filter((one) => one['charge'] === charge.id).length,
    ]).toEqual([1_000, 1]);
  });
});

describe('renewals', () => {
  test('without the fan present: paid with the saved card, or declined if the bank requires them', async () => {
    const creator = await app.makeCreator();
    const cardId = await addCard(fan);
    await ok('POST /payment/subscribe/performers', {
      token: fan.token,
      key: ports.ids(),
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    ports.clock.move('30.98d');
    await backend.runJobs();
    await backend.runJobs();
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
    expect([
      row?.state,
      await db.$count(payments, eq(payments.accountId, fan.id)),
      await balanceOf(ctx, 'earnings', creator.id),
    ]).toEqual(['active', 2, 1_598]);
    const [method] = [...stand.state.methods.values()].filter((one) => one.customer !== null).slice(-1);
    Object.assign(method!, { behaviour: { ...method!.behaviour, atCharge: 'challenge' } });
    ports.clock.move('31d');
    await backend.runJobs();
    await backend.runJobs();
    expect(await lastPayment(fan)).toMatchObject({
      state: 'declined',
      reason: expect.stringMatching(/wants to confirm/),
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe("creators' gateway accounts", () => {
  test('an event says only that something changed; the current state is queried', async () => {
    const creator = await app.makeCreator();
    const { gatewayId } = await ports.payments.connect.createAccount({
      idempotencyKey: ports.ids(),
      accountId: creator.id,
      email: null,
      country: 'US',
    });
    const moment = ports.clock.now();
    await db
      .insert(connectAccounts)
      .values({ accountId: creator.id, gateway: 'stripe', gatewayId, createdAt: moment, updatedAt: moment });
    const old = structuredClone(stand.state.accounts.get(gatewayId)!);
    Object.assign(stand.state.accounts.get(gatewayId)!, {
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], past_due: [], disabled_reason: null },
    });
    const row = async () =>
      (await db.select().from(connectAccounts).where(eq(connectAccounts.accountId, creator.id)))[0];
    await report('account.updated', old);
    expect(await row()).toMatchObject({ payoutsEnabled: true, requirements: [] });
    Object.assign(stand.state.accounts.get(gatewayId)!, {
      payouts_enabled: false,
      requirements: {
        currently_due: ['individual.verification.document'],
        past_due: [],
        disabled_reason: null,
      },
    });
    await report('account.updated', old);
    expect(await row()).toMatchObject({
      payoutsEnabled: false,
      requirements: ['individual.verification.document'],
    });
    await report('account.updated', { ...old, id: 'acct_standin_nobodys' }, { id: 'evt_account_gone' });
    expect((await app.eventOf('evt_account_gone')).error).toMatch(/No such/);
    expect(await db.$count(jobs, eq(jobs.kind, 'webhook-apply'))).toBeGreaterThan(0);
  });
});
