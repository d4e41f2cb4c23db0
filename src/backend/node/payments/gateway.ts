import type { Env } from '#config/env.ts';
import type { Clock, Crypto } from '../../ports/ports.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { createSandboxGateway } from '../../ports/sandbox-gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';

type Keys = Pick<
  Env,
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>;

/** Whether the sandbox takes the payments of a site that is no demo. */
export const takesNoMoney = ({ DEMO, STRIPE_SECRET_KEY }: Pick<Env, 'DEMO' | 'STRIPE_SECRET_KEY'>): boolean =>
  !DEMO && !STRIPE_SECRET_KEY;

/** How the site is paid, for the lines it prints at start. */
export function paymentsLine({ STRIPE_SECRET_KEY: key }: Pick<Env, 'STRIPE_SECRET_KEY'>): string {
  if (!key) return 'sandbox, no real money';
  return /^[a-z]+_test_/.test(key) ? 'Stripe in test mode, no real money' : 'Stripe';
}

/**
 * The gateway for card payments: Stripe if its keys are set, else the sandbox, which moves no real money.
 * `readEnv` has already refused an incomplete set of keys.
 */
export function createPaymentGateway(
  env: Keys,
  { crypto, clock }: { crypto: Crypto; clock: Clock },
): PaymentGateway {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey = null,
    STRIPE_WEBHOOK_SECRET: secrets,
    STRIPE_API_URL: apiUrl,
  } = env;
  if (!secretKey) return createSandboxGateway({ crypto, clock });
  return createStripeGateway(
    { secretKey, publishableKey, webhookSecrets: secrets?.split(/[,\s]+/) ?? [], apiUrl },
    { clock },
  );
}
