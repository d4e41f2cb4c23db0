import type { Clock } from '../../ports/ports.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { createStripeCards } from './stripe-cards.ts';
import { createStripeCharges } from './stripe-charges.ts';
import { type StripeOptions, inTime, openStripe } from './stripe-client.ts';
import { createStripeConnect } from './stripe-connect.ts';
import { createStripeEvents } from './stripe-events.ts';

/**
 * Card payments through Stripe. Card numbers never reach this server: the browser sends them to Stripe and
 * gives us a payment method id.
 */
export function createStripeGateway(options: StripeOptions, { clock }: { clock: Clock }): PaymentGateway {
  const stripe = openStripe(options);
  const timed = inTime(options);
  const cards = createStripeCards(stripe);
  const charges = createStripeCharges(stripe, clock);
  const connect = createStripeConnect(stripe);
  return {
    name: 'stripe',
    isTest: /^[sr]k_test_/.test(options.secretKey),
    publishableKey: options.publishableKey,
    createCustomer: timed(cards.createCustomer),
    startCard: timed(cards.startCard),
    saveCard: timed(cards.saveCard),
    removeCard: timed(cards.removeCard),
    charge: timed(charges.charge),
    refund: timed(charges.refund),
    connect: {
      createAccount: timed(connect.createAccount),
      onboardingLink: timed(connect.onboardingLink),
      status: timed(connect.status),
      transfer: timed(connect.transfer),
    },
    readEvent: createStripeEvents(stripe, { secrets: options.webhookSecrets, clock }),
  };
}
