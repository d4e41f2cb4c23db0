import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createStripeGateway } from '#backend/node/payments/stripe-gateway.ts';
import { FakeClock, fakePorts } from '../../../setup/fake-ports.ts';
import { startStripe, stripeKeys } from '../../../setup/stripe-server.ts';
import { type Kind, gatewayContract } from './gateway-contract.ts';

const { ids } = fakePorts();
const clock = new FakeClock();
const stand = await startStripe({ now: () => clock.now() });
const timeoutMs = 800;
const { secretKey, publishableKey, webhookSecret } = stripeKeys;
const gateway = createStripeGateway(
  { secretKey, publishableKey, webhookSecrets: [webhookSecret], apiUrl: stand.url, timeoutMs },
  { clock },
);
afterAll(() => stand.close());
afterEach(() => {
  stand.faults.length = 0;
  // Every request conformed to the published API.
  expect(stand.problems.splice(0)).toEqual([]);
});

const tokens: Record<Kind, string> = {
  pays: 'pm_card_visa',
  declines: 'pm_card_chargeCustomerFail',
  poor: 'pm_card_poor',
  asks: 'pm_card_authenticationRequired',
  asksWhenSaved: 'pm_card_authenticationRequiredOnSetup',
  asksInVain: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  wrongCode: 'pm_card_chargeDeclinedIncorrectCvc',
  expired: 'pm_card_chargeDeclinedExpiredCard',
};
const { state } = stand;

describe('Stripe', () => {
  gatewayContract({
    gateway,
    clock,
    ids,
    tokenOf: (kind) => tokens[kind],
    answer: (secret, word) => void state.answer(secret, word),
    charges: () => state.charges.size,
    transfers: () => state.transfers.size,
    refunded: (chargeId) => state.charges.get(chargeId)?.amount_refunded ?? 0,
    onboard: (id) =>
      void Object.assign(state.accounts.get(id) ?? {}, {
        payouts_enabled: true,
        capabilities: { transfers: 'active' },
        requirements: { currently_due: [], past_due: [], disabled_reason: null },
      }),
  });
});

async function ready(token = 'pm_card_visa') {
  const accountId = ids();
  const { customerId } = await gateway.createCustomer({ accountId, email: null, name: 'Fan' });
  const { gatewayId: card } = await gateway.saveCard({ accountId, customerId, token });
  const input = {
    paymentId: ids(),
    customerId,
    card,
    amount: 1_000,
    currency: 'USD',
    description: '200 tokens',
    offSession: false,
    requestedSince: clock.now(),
  };
  return { customerId, card, input };
}

describe('when Stripe fails', () => {
  const made = () => [...state.charges.values()].length;

  test.each(['fail', 'cut', 'half', 'twice'] as const)(
    '%s once: retried within the call, charged once',
    async (kind) => {
      const { input } = await ready();
      const before = made();
      stand.faults.push({ on: 'POST /v1/payment_intents', kind });
      expect(await gateway.charge(input)).toMatchObject({ status: 'succeeded', amount: 1_000 });
      expect(await gateway.charge(input)).toMatchObject({ status: 'succeeded' });
      expect(made() - before).toBe(1);
    },
  );

  test.each(['fail', 'cut', 'half', 'slow', 'drip'] as const)(
    '%s repeatedly: an outage within bounded time, no AppError; one charge once it is back',
    async (kind) => {
      const { input } = await ready();
      const before = made();
      for (let turn = 0; turn < 3; turn += 1)
        stand.faults.push(
          { on: 'POST /v1/payment_intents', kind, ms: 60_000 },
          { on: 'GET /v1/payment_intents', kind: 'fail' },
        );
      // There must be a timeout: each of these faults alone would outlast the test.
      const failure = await gateway.charge(input).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toMatchObject({ name: 'AppError' });
      stand.faults.length = 0;
      expect(await gateway.charge(input)).toMatchObject({ status: 'succeeded' });
      expect(made() - before).toBe(1);
    },
  );

  test('done, but reported as a failure for a day: the payment is found', async () => {
    const { input } = await ready();
    const before = made();
    stand.faults.push({ on: 'POST /v1/payment_intents', kind: 'fail-after' });
    expect(await gateway.charge(input)).toMatchObject({
      status: 'succeeded',
      eventId: expect.stringMatching(/^pi_.*:succeeded$/),
    });
    expect(made() - before).toBe(1);
  });

  test('done, with the response lost and the key forgotten: the payment is found instead of charged again', async () => {
    const { input } = await ready();
    const first = await gateway.charge(input);
    stand.forgetKeys();
    clock.move('2d');
    const before = made();
    expect(await gateway.charge(input)).toEqual(first);
    expect(made()).toBe(before);
  });

  test("a refund whose response was lost, even long ago, isn't repeated; for a partly refunded charge, the rest is refunded", async () => {
    const { input } = await ready();
    const answer = await gateway.charge(input);
    const chargeId = answer.status === 'succeeded' ? answer.chargeId : '';
    state.refund({ charge: chargeId, amount: 300 });
    stand.faults.push(
      { on: 'POST /v1/refunds', kind: 'cut' },
      { on: 'POST /v1/refunds', kind: 'cut' },
      { on: 'POST /v1/refunds', kind: 'cut' },
    );
    const refund = { idempotencyKey: 'refund:lost', chargeId, amount: 1_000 };
    await expect(gateway.refund(refund)).rejects.toThrow();
    stand.faults.length = 0;
    stand.forgetKeys();
    await gateway.refund(refund);
    expect(
      [...state.refunds.values()].filter((one) => one['charge'] === chargeId).map((one) => one['amount']),
    ).toEqual([300, 700]);
  });

  test("a transfer whose response was lost isn't repeated; one that can't be sent gives a permanent reason", async () => {
    const { gatewayId } = await gateway.connect.createAccount({
      idempotencyKey: ids(),
      accountId: ids(),
      email: null,
      country: null,
    });
    const input = {
      idempotencyKey: `payout:${ids()}`,
      gatewayId,
      amount: 5_000,
      currency: 'USD',
      description: 'Payout',
    };
    await expect(gateway.connect.transfer(input)).rejects.toMatchObject({
      status: 402,
      code: 'transfer_failed',
      message: expect.stringMatching(/transfers capability/),
    });
    Object.assign(state.accounts.get(gatewayId)!, { capabilities: { transfers: 'active' } });
    for (let turn = 0; turn < 3; turn += 1) stand.faults.push({ on: 'POST /v1/transfers', kind: 'cut' });
    await expect(gateway.connect.transfer(input)).rejects.not.toMatchObject({ name: 'AppError' });
    stand.faults.length = 0;
    stand.forgetKeys();
    await gateway.connect.transfer(input);
    expect([...state.transfers.values()].filter((one) => one['destination'] === gatewayId)).toHaveLength(1);
  });

  test('errors never contain our keys', async () => {
    const wrong = createStripeGateway(
      { secretKey: 'sk_test_wrong', publishableKey: null, webhookSecrets: [], apiUrl: stand.url, timeoutMs },
      { clock },
    );
    const failure = await wrong
      .createCustomer({ accountId: ids(), email: null, name: 'Fan' })
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String((failure as Error).stack)).not.toContain('sk_test_wrong');
  });
});

describe("other people's cards", () => {
  test('a card saved by another customer is rejected, and stays theirs', async () => {
    const { card, customerId } = await ready();
    const { customerId: thief } = await gateway.createCustomer({
      accountId: ids(),
      email: null,
      name: 'Thief',
    });
    await expect(
      gateway.saveCard({ accountId: ids(), customerId: thief, token: card }),
    ).rejects.toMatchObject({ status: 402, code: 'card_declined' });
    expect(state.methods.get(card)?.customer).toBe(customerId);
    expect(
      await gateway.charge({
        paymentId: ids(),
        customerId: thief,
        card,
        amount: 1_000,
        currency: 'USD',
        description: '',
        offSession: false,
        requestedSince: clock.now(),
      }),
    ).toMatchObject({ status: 'declined' });
  });

  test("one entered in Stripe's own form is saved as it is, however often it is reported", async () => {
    const accountId = ids();
    const { customerId } = await gateway.createCustomer({ accountId, email: null, name: 'Fan' });
    const { clientSecret } = await gateway.startCard({ customerId });
    const token = state.enter(clientSecret, 'pm_card_mastercard');
    const kept = await gateway.saveCard({ accountId, customerId, token });
    expect(kept).toMatchObject({ gatewayId: token, brand: 'mastercard', last4: '4444' });
    expect(await gateway.saveCard({ accountId, customerId, token })).toEqual(kept);
  });
});

describe('events', () => {
  const intent = () => ({
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    latest_charge: 'ch_1',
    amount_received: 1_000,
    currency: 'usd',
    metadata: { paymentId: ids() },
    client_secret: 's',
  });
  const read = (sent: { payload: string; signature: string }) => gateway.readEvent(sent);
  const refused = { status: 400, code: 'bad_signature' };

  test('are translated; a success has the same name as when it is queried', async () => {
    const object = intent();
    expect(await read(stand.event('payment_intent.succeeded', object, { id: 'evt_1' }))).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      happenedAt: clock.now(),
      kind: 'payment',
      paymentId: object.metadata.paymentId,
      gatewayRef: 'pi_1',
      outcome: {
        status: 'succeeded',
        chargeId: 'ch_1',
        eventId: 'pi_1:succeeded',
        amount: 1_000,
        currency: 'USD',
      },
    });
    expect(
      await read(
        stand.event('charge.dispute.closed', {
          id: 'dp_1',
          charge: 'ch_1',
          payment_intent: 'pi_1',
          amount: 5,
          currency: 'usd',
          reason: 'fraudulent',
          status: 'lost',
        }),
      ),
    ).toMatchObject({ kind: 'dispute', state: 'lost', chargeId: 'ch_1' });
    expect(
      await read(
        stand.event('charge.refunded', {
          id: 'ch_1',
          amount_refunded: 400,
          currency: 'usd',
          metadata: object.metadata,
        }),
      ),
    ).toMatchObject({ kind: 'refund', amount: 400, currency: 'USD' });
  });
  test.each([
    ['payment_intent.succeeded', { metadata: {} }],
    ['payment_intent.succeeded', { metadata: { paymentId: "'; DROP TABLE" } }],
    ['invoice.paid', {}],
    ['something.new', {}],
  ])('%s of %j: ignored', async (type, more) => {
    expect(await read(stand.event(type, { ...intent(), ...more }))).toMatchObject({ kind: 'other' });
  });
  test('the age limit applies in both directions, by our clock', async () => {
    const at = (ms: number) =>
      read(stand.event('payment_intent.succeeded', intent(), { signedAt: clock.now().getTime() + ms }));
    for (const ms of [-299_000, 0, 299_000]) expect(await at(ms)).toMatchObject({ kind: 'payment' });
    for (const ms of [-302_000, 302_000, -3_600_000, 86_400_000])
      await expect(at(ms)).rejects.toMatchObject(refused);
  });
  test("someone else's secret, a changed body, two timestamps: rejected", async () => {
    const sent = stand.event('payment_intent.succeeded', intent());
    await expect(
      read(stand.event('payment_intent.succeeded', intent(), { secret: 'whsec_other' })),
    ).rejects.toMatchObject(refused);
    await expect(read({ ...sent, payload: sent.payload.replace('1000', '9000') })).rejects.toMatchObject(
      refused,
    );
    await expect(read({ ...sent, signature: `t=1,${sent.signature}` })).rejects.toMatchObject(refused);
    await expect(read({ ...sent, signature: sent.signature.replace('v1=', 'v0=') })).rejects.toMatchObject(
      refused,
    );
    await expect(
      read(stand.event('x', {}).signature ? { payload: 'not json', signature: '' } : sent),
    ).rejects.toMatchObject(refused);
  });
  test('either secret is valid while one is being replaced', async () => {
    const both = createStripeGateway(
      { secretKey, publishableKey, webhookSecrets: ['whsec_new', webhookSecret], apiUrl: stand.url },
      { clock },
    );
    for (const secret of ['whsec_new', webhookSecret])
      expect(
        await both.readEvent(stand.event('payment_intent.succeeded', intent(), { secret })),
      ).toMatchObject({ kind: 'payment' });
  });
});
