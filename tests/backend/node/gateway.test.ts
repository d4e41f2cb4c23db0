import { expect, test } from 'vitest';
import { readEnv } from '#config/env.ts';
import { createPaymentGateway, paymentsLine, takesNoMoney } from '#backend/node/payments/gateway.ts';
import { fakePorts } from '../../setup/fake-ports.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const gatewayOf = (source: Record<string, string>) => {
  const { name, isTest, publishableKey } = createPaymentGateway(readEnv(source), fakePorts());
  return [name, isTest, publishableKey];
};

test('without keys it is the sandbox, with keys Stripe; test keys move no real money', () => {
  expect(gatewayOf({})).toEqual(['sandbox', true, null]);
  expect(gatewayOf({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual(['sandbox', true, null]);
  expect(gatewayOf(keys)).toEqual(['stripe', true, 'pk_test_1']);
  expect(gatewayOf({ ...keys, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual(
    ['stripe', false, 'pk_live_1'],
  );
});

test('a site that is no demo says that it takes no real money', () => {
  const said = (source: Record<string, string>) => {
    const env = readEnv(source);
    return [takesNoMoney(env), paymentsLine(env)];
  };
  expect(said({ DEMO: '0' })).toEqual([true, 'sandbox, no real money']);
  expect(said({ DEMO: '1' })).toEqual([false, 'sandbox, no real money']);
  expect(said({ DEMO: '0', ...keys })).toEqual([false, 'Stripe in test mode, no real money']);
  expect(
    said({ DEMO: '0', ...keys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }),
  ).toEqual([false, 'Stripe']);
});

test.each(Object.keys(keys).filter((name) => name !== 'STRIPE_SECRET_KEY'))(
  "doesn't start without %s",
  (name) => {
    expect(() => readEnv({ ...keys, [name]: '' })).toThrow(name);
  },
);
