import type { Env } from '#config/env';
import type { Clock, Crypto, PaymentGateway } from '../ports.ts';
import { createSandboxGateway } from '../ports/sandbox-gateway.ts';
import { StartError } from './start-error.ts';

/**
 * The gateway that card payments go through. Without keys it is the sandbox, where no real money moves. Keys that can't be used yet
 * stop the start: a site that was meant to take money must never give things away instead.
 */
export function createPaymentGateway(env: Pick<Env, 'STRIPE_SECRET_KEY'>, parts: { crypto: Crypto; clock: Clock }): PaymentGateway {
  if (env.STRIPE_SECRET_KEY) throw new StartError('STRIPE_SECRET_KEY is set, but this version takes no payments through Stripe: remove it to start with the test gateway, where no real money moves.');
  return createSandboxGateway(parts);
}
