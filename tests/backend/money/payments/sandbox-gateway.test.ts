import { describe, expect, test } from 'vitest';
import { createSandboxGateway, isCardNumber } from '#backend/ports/sandbox-gateway.ts';
import { testCards } from '#backend/ports/test-cards.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';

const { clock, crypto } = fakePorts();
clock.set('2026-03-15T12:00:00Z');
const gateway = createSandboxGateway({ crypto, clock });
const accountId = '00000000-0000-7000-8000-000000000abc';
const asked = {
  customerId: 'customer-1',
  amount: 999,
  currency: 'USD',
  description: 'test',
  offSession: false,
  requestedSince: clock.now(),
};
const save = (token: string, challengeAnswer?: string) =>
  gateway.saveCard({ accountId, customerId: 'customer-1', token, challengeAnswer });
const pay = (card: string, paymentId = 'payment-1', challengeAnswer?: string) =>
  gateway.charge({ ...asked, paymentId, card, challengeAnswer });
const kept = async (number: string) =>
  (await save(`${number}|04/29|${testCards[number]?.brand === 'amex' ? '1234' : '123'}`)).gatewayId;

test('it identifies itself', () => {
  expect([gateway.name, gateway.isTest]).toEqual(['sandbox', true]);
});

describe('saving a card', () => {
  test('its brand and last digits are derived from the number, which is never stored', async () => {
    const card = await save('4242 4242-4242 4242|04/29|123');
    expect(card).toEqual({
      gatewayId: expect.stringMatching(/^sandbox\.pays\.2029-4\..{16}$/),
      brand: 'visa',
      last4: '4242',
      expMonth: 4,
      expYear: 2029,
      wallet: null,
      fingerprint: expect.stringMatching(/^sandbox_/),
    });
    expect(JSON.stringify(card)).not.toContain('424242');
    expect(await save('378282246310005 | 12/2030 | 1234')).toMatchObject({
      brand: 'amex',
      last4: '0005',
      expMonth: 12,
      expYear: 2030,
      wallet: null,
    });
  });

  test.each([
    ['4242424242424241|04/29|123', 'Check the card number.'],
    ['4242|04/29|123', 'Check the card number.'],
    ['|04/29|123', 'Check the card number.'],
    ['4242424242424242', 'Check the card number.'],
    ['4242424242424242|04/29|123|9', 'Check the card number.'],
    ['4242424242424242|13/29|123', 'Enter the expiry date as month and year, like 04/29.'],
    ['4242424242424242|0/29|123', 'Enter the expiry date as month and year, like 04/29.'],
    ['4242424242424242|soon|123', 'Enter the expiry date as month and year, like 04/29.'],
    ['4242424242424242|02/26|123', 'That card has expired. Use another one.'],
    ['4242424242424242|04/99|123', 'Check the expiry year.'],
    ['4242424242424242|04/29|12', 'Enter the 3 digits of the security code.'],
    ['378282246310005|04/29|123', 'Enter the 4 digits of the security code.'],
  ])('%s: %s', async (token, message) => {
    await expect(save(token)).rejects.toMatchObject({ status: 422, message });
  });

  test('a card is valid until the end of its month', async () => {
    clock.set('2026-03-31T23:59:59Z');
    expect(await save('4242424242424242|03/26|123')).toMatchObject({ expMonth: 3, expYear: 2026 });
    clock.set('2026-04-01T12:00:00Z');
    await expect(save('4242424242424242|03/26|123')).rejects.toMatchObject({ status: 422 });
    clock.set('2026-03-15T12:00:00Z');
  });

  test('a real card is rejected: only test numbers are accepted', async () => {
    await expect(save('4539578763621486|04/29|123')).rejects.toMatchObject({
      status: 402,
      code: 'card_declined',
      message: expect.stringMatching(/^This site is in test mode/),
    });
  });

  test('expiry and security code are checked as a bank would', async () => {
    await expect(save('4000000000000069|04/29|123')).rejects.toMatchObject({
      status: 402,
      message: 'Your card was declined: it has expired. Use another card.',
    });
    await expect(save('4000000000000127|04/29|123')).rejects.toMatchObject({
      status: 402,
      message: 'Your card was declined: the security code is wrong. Check it and try again.',
    });
  });

  test('a card confirmed when it is saved can be charged afterwards without asking', async () => {
    const token = '4000002500003155|04/29|123';
    await expect(save(token)).rejects.toMatchObject({
      status: 402,
      code: 'card_challenge',
      details: { clientSecret: expect.stringMatching(/^sandbox_challenge_/) },
    });
    await expect(save(token, 'fail')).rejects.toMatchObject({ status: 402, code: 'card_declined' });
    expect(await pay((await save(token, 'complete')).gatewayId)).toMatchObject({ status: 'succeeded' });
  });
});

describe('charging', () => {
  test('the same key is the same charge, even after a restart', async () => {
    const card = await kept('5555555555554444');
    const first = await pay(card);
    expect(first).toEqual({
      status: 'succeeded',
      chargeId: expect.stringMatching(/^sandbox_ch_/),
      eventId: expect.stringMatching(/^sandbox_evt_/),
      amount: 999,
      currency: 'USD',
      gatewayRef: expect.stringMatching(/^sandbox_pi_/),
    });
    expect(
      await createSandboxGateway({ crypto, clock }).charge({ ...asked, paymentId: 'payment-1', card }),
    ).toEqual(first);
    expect(await pay(card, 'payment-2')).not.toEqual(first);
  });

  test.each([
    ['4000000000000002', 'generic_decline', 'Your card was declined. Ask your bank, or use another card.'],
    ['4000000000000341', 'generic_decline', 'Your card was declined. Ask your bank, or use another card.'],
    [
      '4000000000009995',
      'insufficient_funds',
      'Your card was declined: insufficient funds. Use another card.',
    ],
    ['4000000000009987', 'lost_card', 'Your card was declined: it was reported lost. Use another card.'],
    ['4000000000009979', 'stolen_card', 'Your card was declined: it was reported stolen. Use another card.'],
    [
      '4000000000000119',
      'processing_error',
      'Your bank couldn’t process the payment. You weren’t charged. Try again in a moment.',
    ],
    [
      '4000000000006975',
      'card_velocity_exceeded',
      'Your card was declined: it has reached its limit. Use another card.',
    ],
  ])('%s is declined: %s', async (number, reason, message) => {
    const card = await kept(number);
    expect(await pay(card)).toMatchObject({ status: 'declined', reason, message });
    expect(await pay(card, 'payment-2', 'complete')).toMatchObject({ status: 'declined', reason });
  });

  test.each(['4000000000003220', '4000002760003184'])(
    '%s requires confirmation every time',
    async (number) => {
      const card = await kept(number);
      const asked = await pay(card);
      expect(asked).toMatchObject({
        status: 'challenge',
        clientSecret: expect.stringMatching(/^sandbox_challenge_/),
      });
      expect(await pay(card)).toEqual(asked);
      expect(await pay(card, 'payment-1', 'fail')).toMatchObject({
        status: 'declined',
        reason: 'authentication_failed',
      });
      expect(await pay(card, 'payment-1', 'whatever')).toMatchObject({
        status: 'declined',
        reason: 'authentication_failed',
      });
      expect(await pay(card, 'payment-1', 'complete')).toMatchObject({ status: 'succeeded' });
      expect(await pay(card, 'payment-2')).toMatchObject({ status: 'challenge' });
    },
  );

  test("a card may be declined after the cardholder's confirmation", async () => {
    expect(await pay(await kept('4000008400001629'), 'payment-1', 'complete')).toMatchObject({
      status: 'declined',
      reason: 'generic_decline',
    });
  });

  test('a saved card stops working when it expires, and an unknown one never works', async () => {
    const card = await kept('4242424242424242');
    clock.set('2029-05-01T12:00:00Z');
    expect(await pay(card)).toMatchObject({ status: 'declined', reason: 'expired_card' });
    clock.set('2026-03-15T12:00:00Z');
    expect(await pay('pm_somebody_elses')).toMatchObject({ status: 'declined' });
  });
});

test('every test number has a valid check digit, and a wrong digit is detected', () => {
  for (const number of Object.keys(testCards)) expect(isCardNumber(number)).toBe(true);
  for (const wrong of ['4242424242424243', '', '4242', '42424242424242424242', '4242424242424a42'])
    expect(isCardNumber(wrong)).toBe(false);
});
