import { describe, expect, test } from 'vitest';
import type { PaymentGateway } from '#backend/ports/payment-gateway.ts';
import type { FakeClock } from '../../../setup/fake-ports.ts';

/**
 * Cards by their behavior, whatever the gateway calls them. `asks`: confirmation for every payment.
 * `asksWhenSaved`: only once. `asksInVain`: declined after confirmation.
 */
export type Kind =
  | 'pays'
  | 'declines'
  | 'poor'
  | 'asks'
  | 'asksWhenSaved'
  | 'asksInVain'
  | 'wrongCode'
  | 'expired';

/** A gateway, and the test's control of the other side. */
export interface GatewayApp {
  readonly gateway: PaymentGateway;
  readonly clock: FakeClock;
  readonly ids: () => string;
  readonly tokenOf: (kind: Kind) => string;
  /** Answers on the bank's page; does nothing if the reply itself carries the answer. */
  answer(clientSecret: string, word: 'complete' | 'fail'): void;
  /** Counts of charges, refunds and transfers on the other side, if available. */
  charges?(): number;
  refunded?(chargeId: string): number;
  transfers?(): number;
  /** Completes a creator's onboarding. */
  onboard(gatewayId: string): void;
}

const declined = (words: RegExp) => ({
  status: 402,
  code: 'card_declined',
  message: expect.stringMatching(words) as string,
});

function customersOf({ gateway, ids }: GatewayApp) {
  const customer = async (accountId = ids()) =>
    (await gateway.createCustomer({ accountId, email: 'fan@limelight.test', name: 'Fan' })).customerId;
  return { customer };
}

/** Saves a card, confirming with the bank if required. */
async function keep(app: GatewayApp, kind: Kind, customerId: string): Promise<string> {
  const input = { accountId: app.ids(), customerId, token: app.tokenOf(kind) };
  const first = await app.gateway
    .saveCard(input)
    .catch((error: { code?: string; details?: { clientSecret?: string } }) => error);
  if ('gatewayId' in first) return first.gatewayId;
  if (first.code !== 'card_challenge') throw first as Error;
  app.answer(first.details?.clientSecret ?? '', 'complete');
  return (await app.gateway.saveCard({ ...input, challengeAnswer: 'complete' })).gatewayId;
}

function chargesOf(app: GatewayApp) {
  const { gateway, clock, ids } = app;
  async function ready(kind: Kind, more: { offSession?: boolean } = {}) {
    const customerId = await customersOf(app).customer();
    const card = await keep(app, kind, customerId);
    const input = {
      paymentId: ids(),
      customerId,
      card,
      amount: 999,
      currency: 'USD',
      description: '200 tokens',
      offSession: false,
      requestedSince: clock.now(),
      ...more,
    };
    const charge = (again: { challengeAnswer?: string; gatewayRef?: string } = {}) =>
      gateway.charge({ ...input, ...again });
    return { input, charge };
  }
  return { ready };
}

const paid = {
  status: 'succeeded',
  chargeId: expect.stringMatching(/./) as string,
  eventId: expect.stringMatching(/./) as string,
  amount: 999,
  currency: 'USD',
  gatewayRef: expect.stringMatching(/./) as string,
};

function savingCards(app: GatewayApp): void {
  const { gateway, tokenOf, ids } = app;
  const { customer } = customersOf(app);
  const save = async (kind: Kind, more: { challengeAnswer?: string } = {}, customerId?: string) =>
    gateway.saveCard({
      accountId: ids(),
      customerId: customerId ?? (await customer()),
      token: tokenOf(kind),
      ...more,
    });

  test('each account is a separate customer', async () => {
    const accountId = ids();
    expect(await customer(accountId)).toBe(await customer(accountId));
    expect(await customer(accountId)).not.toBe(await customer());
  });
  test('a card is described by brand, last digits, expiry and fingerprint', async () => {
    expect(await save('pays')).toEqual({
      gatewayId: expect.any(String),
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2040,
      wallet: null,
      fingerprint: expect.any(String),
    });
    expect((await save('pays')).fingerprint).toBe((await save('pays')).fingerprint);
    expect((await save('pays')).fingerprint).not.toBe((await save('poor')).fingerprint);
  });
  test.each([
    ['wrongCode', /security code is wrong/],
    ['expired', /has expired/],
  ] as const)('%s: declined with a message for people', async (kind, words) => {
    await expect(save(kind)).rejects.toMatchObject(declined(words));
  });
  test("invalid data isn't a card", async () => {
    for (const token of ['pm_nobodys', 'x|y|z', '../../v1/accounts', 'pm_1?expand[]=customer']) {
      await expect(
        gateway.saveCard({ accountId: ids(), customerId: await customer(), token }),
      ).rejects.toMatchObject({ name: 'AppError' });
    }
  });
  test('a bank that asks for confirmation when a card is saved', async () => {
    const customerId = await customer();
    const asked = await save('asksWhenSaved', {}, customerId).catch(
      (error: unknown) => error as { details: { clientSecret: string } },
    );
    expect(asked).toMatchObject({
      status: 402,
      code: 'card_challenge',
      details: { clientSecret: expect.stringMatching(/./) as string },
    });
    await expect(save('asksWhenSaved', { challengeAnswer: 'fail' }, customerId)).rejects.toMatchObject(
      declined(/couldn’t confirm/),
    );
    expect(await keep(app, 'asksWhenSaved', await customer())).toEqual(expect.any(String));
  });
  test('saving one can start in the browser', async () => {
    expect(await gateway.startCard({ customerId: await customer() })).toEqual({
      clientSecret: expect.stringMatching(/./),
    });
  });
  test('removing twice is the same as once', async () => {
    const { gatewayId } = await save('pays');
    await gateway.removeCard(gatewayId);
    await gateway.removeCard(gatewayId);
  });
}

function chargingCards(app: GatewayApp): void {
  const { gateway, ids } = app;
  const { ready } = chargesOf(app);

  test('charges once per payment, however often and from wherever it is requested', async () => {
    const { input, charge } = await ready('pays');
    const before = app.charges?.() ?? 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => charge()));
    const [first] = answers;
    expect(first).toEqual(paid);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await charge({ gatewayRef: first?.gatewayRef ?? '' })).toEqual(first);
    if (app.charges) expect(app.charges() - before).toBe(1);
    expect(await gateway.charge({ ...input, paymentId: ids() })).not.toEqual(first);
  });
  test('even weeks later', async () => {
    const { charge } = await ready('pays');
    const first = await charge();
    app.clock.move('20d');
    const before = app.charges?.();
    expect(await charge()).toEqual(first);
    expect(app.charges?.()).toBe(before);
  });
  test.each([
    ['declines', 'generic_decline', /^Your card was declined\. Ask/],
    ['poor', 'insufficient_funds', /insufficient funds/],
  ] as const)('%s: declined permanently, with a message for people', async (kind, reason, message) => {
    const { charge } = await ready(kind);
    const no = { status: 'declined', reason, message: expect.stringMatching(message) as string };
    const first = await charge();
    expect([first, await charge()]).toMatchObject([no, no]);
    expect(await charge({ gatewayRef: first.gatewayRef ?? '' })).toMatchObject(no);
  });
  test("a removed card isn't charged", async () => {
    const { input } = await ready('pays');
    expect(await gateway.charge({ ...input, card: 'pm_removed' })).toMatchObject({
      status: 'declined',
      message: expect.stringMatching(/Use another card|use another card/),
    });
  });
  test('with nobody present to confirm at the bank: declined without asking', async () => {
    const { charge } = await ready('asks', { offSession: true });
    expect(await charge()).toMatchObject({
      status: 'declined',
      reason: 'authentication_required',
      message: expect.stringMatching(/bank wants to confirm/),
    });
    expect(await (await ready('pays', { offSession: true })).charge()).toEqual(paid);
  });
}

function askingCardholders(app: GatewayApp): void {
  const { ready } = chargesOf(app);
  async function challenged(kind: 'asks' | 'asksInVain' = 'asks') {
    const { charge } = await ready(kind);
    const asked = await charge();
    if (asked.status !== 'challenge') throw new Error(`not asked but ${asked.status}`);
    const ref = asked.gatewayRef ?? '';
    return {
      asked,
      charge: (challengeAnswer?: string) =>
        charge({ gatewayRef: ref, ...(challengeAnswer === undefined ? {} : { challengeAnswer }) }),
    };
  }
  test('requested again, the same confirmation', async () => {
    const { asked, charge } = await challenged();
    expect(await charge()).toEqual(asked);
  });
  test('confirmed, it is paid, and stays that way', async () => {
    const { asked, charge } = await challenged();
    app.answer(asked.clientSecret, 'complete');
    const answer = await charge('complete');
    expect(answer).toEqual(paid);
    expect(await charge('complete')).toEqual(answer);
  });
  test('refused or left open: declined, and the browser can no longer pay it', async () => {
    for (const word of ['fail', 'whatever']) {
      const { charge } = await challenged();
      expect(await charge(word)).toMatchObject({
        status: 'declined',
        reason: 'authentication_failed',
        message: expect.stringMatching(/couldn’t confirm/),
      });
    }
  });
  test('confirmed, but then declined by the bank', async () => {
    const { asked, charge } = await challenged('asksInVain');
    app.answer(asked.clientSecret, 'complete');
    expect(await charge('complete')).toMatchObject({ status: 'declined' });
  });
}

function givingBack(app: GatewayApp): void {
  const { ready } = chargesOf(app);
  test('once per key, never more than was charged', async () => {
    const answer = await (await ready('pays')).charge();
    if (answer.status !== 'succeeded') throw new Error(answer.status);
    const refund = { idempotencyKey: `refund:${app.ids()}`, chargeId: answer.chargeId, amount: 999 };
    await Promise.all(Array.from({ length: 10 }, () => app.gateway.refund(refund)));
    await app.gateway.refund(refund);
    if (app.refunded) expect(app.refunded(answer.chargeId)).toBe(999);
  });
}

function payingCreators(app: GatewayApp): void {
  const {
    ids,
    gateway: { connect },
  } = app;
  const creator = async () =>
    (
      await connect.createAccount({
        idempotencyKey: `connect:${ids()}`,
        accountId: ids(),
        email: 'c@limelight.test',
        country: 'US',
      })
    ).gatewayId;

  test('one account per key, with a link to onboarding', async () => {
    const input = { idempotencyKey: `connect:${ids()}`, accountId: ids(), email: null, country: null };
    const { gatewayId } = await connect.createAccount(input);
    expect(await connect.createAccount(input)).toEqual({ gatewayId });
    const { url } = await connect.onboardingLink({
      gatewayId,
      returnUrl: 'https://limelight.test/creator/payouts',
      refreshUrl: 'https://limelight.test/creator/payouts?again',
    });
    expect(url).toMatch(/^https:\/\//);
    app.onboard(gatewayId);
    expect(await connect.status(gatewayId)).toEqual({ payoutsEnabled: true, requirements: [] });
  });
  test('one transfer per key, even weeks later', async () => {
    const gatewayId = await creator();
    app.onboard(gatewayId);
    const input = {
      idempotencyKey: `payout:${ids()}`,
      gatewayId,
      amount: 5_000,
      currency: 'USD',
      description: 'Payout',
    };
    const before = app.transfers?.() ?? 0;
    const first = await connect.transfer(input);
    expect(first).toEqual({ transferId: expect.stringMatching(/./) });
    app.clock.move('20d');
    expect(await connect.transfer(input)).toEqual(first);
    if (app.transfers) expect(app.transfers() - before).toBe(1);
  });
}

/** The tests that every adapter must pass: both the sandbox and the real one run them. */
export function gatewayContract(app: GatewayApp): void {
  test('says that no real money moves', () =>
    expect([app.gateway.name, app.gateway.isTest]).toEqual([app.gateway.name, true]));
  describe('saving cards', () => savingCards(app));
  describe('charging', () => chargingCards(app));
  describe('bank confirmation', () => askingCardholders(app));
  describe('refunding', () => givingBack(app));
  describe('paying creators', () => payingCreators(app));
  test.each([[null], ['t=1,v1=00'], ['']])('an unsigned event (%s) is rejected', async (signature) => {
    await expect(
      app.gateway.readEvent({ payload: '{"id":"evt_1","object":"event"}', signature }),
    ).rejects.toMatchObject({ status: 400, code: 'bad_signature' });
  });
}
