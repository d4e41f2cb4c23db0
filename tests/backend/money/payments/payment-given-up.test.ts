import { beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await stripeBackend();
const { backend, ctx, ports, stand, call, ok, addCard, lastPayment } = app;

let fan: Person;
let creator: Person;
let asking: string;
let good: string;
beforeEach(async () => {
  [fan, creator] = [await app.makeFan(), await app.makeCreator({ name: 'Cleo' })];
  [asking, good] = [await addCard(fan, 'pm_card_threeDSecure2Required'), await addCard(fan)];
});

const subscribe = (cardId: string) =>
  call('POST /payment/subscribe/performers', {
    token: fan.token,
    key: ports.ids(),
    body: { performerId: creator.id, type: 'monthly', cardId },
  });
const mine = async () => (await ok('GET /subscriptions/user/search', { token: fan.token })).data[0]!;
const payments = async () =>
  (await ok('GET /payment/transactions/user/search', { token: fan.token })).data.length;
/** A payment that awaits confirmation: Stripe's record, and the confirmation by the cardholder. */
async function waiting(problem: { code: string }) {
  expect(problem.code).toBe('card_challenge');
  const intent = stand.state.intents.get((await lastPayment(fan)).gatewayRef!)!;
  return { intent, confirm: () => stand.state.answer(intent.client_secret, 'complete') };
}

test("a restarted payment is canceled at Stripe too: an old tab can't pay it again", async () => {
  const { intent, confirm } = await waiting((await subscribe(asking)).problem);
  expect((await subscribe(good)).status).toBe(201);
  await backend.runJobs();
  expect(intent.status).toBe('canceled');
  expect(confirm).toThrow();
  expect([(await mine()).state, await payments(), await checkLedger(ctx)]).toEqual(['active', 1, []]);
});

test('confirmed at the moment it was given up, it counts: money that moved is never lost', async () => {
  const { confirm } = await waiting((await subscribe(asking)).problem);
  expect((await subscribe(good)).status).toBe(201);
  const { periodEnd } = await mine();
  confirm();
  await backend.runJobs();
  expect([await payments(), (await mine()).periodEnd! > periodEnd!, await checkLedger(ctx)]).toEqual([
    2,
    true,
    [],
  ]);
});

test('canceling the subscription gives up a payment waiting for the bank: nothing revives or charges it', async () => {
  expect((await subscribe(good)).status).toBe(201);
  const { _id: id } = await mine();
  const params = { provider: 'stripe' as const, id };
  const { amount } = await ok('GET /payment/:provider/switch-subscription/:id', {
    token: fan.token,
    params,
    query: { type: 'yearly' },
  });
  const { intent, confirm } = await waiting(
    (
      await call('POST /payment/:provider/switch-subscription/:id', {
        token: fan.token,
        key: ports.ids(),
        params,
        body: { type: 'yearly', amount, cardId: asking },
      })
    ).problem,
  );
  expect(
    (await ok('POST /payment/:provider/cancel-subscription/:id', { token: fan.token, params, body: {} }))
      .state,
  ).toBe('cancelled');
  await backend.runJobs();
  expect([intent.status, (await lastPayment(fan)).reason]).toEqual([
    'canceled',
    'You canceled the subscription, so you weren’t charged.',
  ]);
  expect(confirm).toThrow();
  expect([(await mine()).state, (await mine()).type, await payments()]).toEqual(['cancelled', 'monthly', 1]);
});

test('if Stripe is down when it is given up, canceling is retried until it succeeds', async () => {
  const { intent } = await waiting((await subscribe(asking)).problem);
  expect((await subscribe(good)).status).toBe(201);
  for (let turn = 0; turn < 3; turn += 1) stand.faults.push({ on: 'GET /v1/payment_intents', kind: 'fail' });
  await backend.runJobs();
  expect(intent.status).toBe('requires_action');
  stand.faults.length = 0;
  ports.clock.move('5m');
  await backend.runJobs();
  expect(intent.status).toBe('canceled');
});
