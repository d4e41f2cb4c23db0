import type Stripe from 'stripe';
import type { ChargeOutcome, Charged, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { Clock } from '../../ports/ports.ts';
import { type OpenStripe, type StripeProblem, toStripeProblem } from './stripe-client.ts';
import { declined, findDeclineReason, toOutcome } from './stripe-outcomes.ts';

type ChargeInput = Parameters<PaymentGateway['charge']>[0];
type RefundInput = Parameters<PaymentGateway['refund']>[0];

/** Stripe forgets a key after a day, so an older payment is searched for before it is created again. */
const keysLastMs = 20 * 60 * 60_000;
/** How many of a customer's payments are searched at most, newest first. */
const searched = 300;
/** Search a little before the payment's first attempt, because clocks differ. */
const slackSeconds = 600;

const paymentDetails = ({
  amount,
  currency,
  customerId,
  card,
  paymentId,
  description,
  offSession,
}: ChargeInput): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: currency.toLowerCase(),
  customer: customerId,
  payment_method: card,
  confirm: true,
  // Only payment methods without a redirect: cards, whose bank asks for confirmation on this site's page.
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  metadata: { paymentId, description },
  ...(offSession ? { off_session: true } : { use_stripe_sdk: true }),
});

const answered = (intent: Stripe.PaymentIntent, outcome: ChargeOutcome | null): Charged => {
  if (!outcome) throw new Error(`payment ${intent.id} is ${intent.status} at Stripe`);
  return { ...outcome, gatewayRef: intent.id };
};

/** Finds the payment that an earlier call created without receiving the reply. */
async function find(
  client: Stripe,
  { customerId, paymentId, requestedSince }: ChargeInput,
): Promise<Stripe.PaymentIntent | undefined> {
  const created = { gte: Math.floor(requestedSince.getTime() / 1000) - slackSeconds };
  let seen = 0;
  for await (const intent of client.paymentIntents.list({ customer: customerId, created, limit: 100 })) {
    if (intent.metadata['paymentId'] === paymentId) return intent;
    if ((seen += 1) >= searched) break;
  }
  return undefined;
}

/** Cancels a payment so that it can't be paid anymore. If it was paid in the meantime, it stays paid. */
async function cancel(client: Stripe, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  return client.paymentIntents
    .cancel(intent.id, { cancellation_reason: 'abandoned' })
    .catch((error: unknown) => {
      if (toStripeProblem(error)?.isMistake) return client.paymentIntents.retrieve(intent.id);
      throw error;
    });
}

/** The current result of a payment created earlier. */
async function present(
  client: Stripe,
  intent: Stripe.PaymentIntent,
  { challengeAnswer }: ChargeInput,
): Promise<Charged> {
  const isRefused = challengeAnswer !== undefined && challengeAnswer !== 'complete';
  if (intent.status === 'requires_action' && isRefused) {
    const ended = await cancel(client, intent);
    return answered(ended, toOutcome(ended));
  }
  if (intent.status !== 'requires_payment_method') return answered(intent, toOutcome(intent));
  // The browser holds the client secret and could retry unnoticed, so a payment counted as declined is
  // canceled at Stripe too.
  const ended = await cancel(client, intent);
  return answered(ended, toOutcome(ended.status === 'succeeded' ? ended : intent));
}

/** The card was removed at Stripe or belongs to no customer, so no payment was created. */
const isUnusable = ({ isMistake, param, code }: StripeProblem) =>
  isMistake && (param === 'payment_method' || code?.startsWith('payment_method_') === true);

async function afterFailure(client: Stripe, input: ChargeInput, error: unknown): Promise<Charged> {
  const problem = toStripeProblem(error);
  if (problem?.isRefusal)
    return { ...declined(findDeclineReason(problem)), gatewayRef: problem.paymentIntent?.id ?? null };
  if (problem && isUnusable(problem)) return { ...declined('unusable_card'), gatewayRef: null };
  if (!problem || problem.isMistake) throw error;
  // For a day, Stripe returns the same failure for the same key, even if the payment exists.
  const made = await find(client, input).catch(() => undefined);
  if (made) return present(client, made, input);
  throw error;
}

async function charge(client: Stripe, clock: Clock, input: ChargeInput): Promise<Charged> {
  if (input.gatewayRef !== undefined)
    return present(client, await client.paymentIntents.retrieve(input.gatewayRef), input);
  const isOld = clock.now().getTime() - input.requestedSince.getTime() > keysLastMs;
  const earlier = isOld ? await find(client, input) : undefined;
  if (earlier) return present(client, earlier, input);
  try {
    const intent = await client.paymentIntents.create(paymentDetails(input), {
      idempotencyKey: `payment:${input.paymentId}`,
    });
    return answered(intent, toOutcome(intent));
  } catch (error) {
    return afterFailure(client, input, error);
  }
}

async function refund(client: Stripe, { idempotencyKey, chargeId, amount }: RefundInput): Promise<void> {
  const taken = await client.charges.retrieve(chargeId);
  const left = Math.min(amount, taken.amount - taken.amount_refunded);
  if (left <= 0) return;
  // The key includes the amount left: after a partial refund elsewhere, the request differs, and a key must
  // go with one body.
  await client.refunds
    .create(
      { charge: chargeId, amount: left, metadata: { key: idempotencyKey } },
      { idempotencyKey: `${idempotencyKey}:${left}` },
    )
    .catch((error: unknown) => {
      if (toStripeProblem(error)?.code !== 'charge_already_refunded') throw error;
    });
}

/** Charges and refunds cards with PaymentIntents. */
export const createStripeCharges = (
  stripe: OpenStripe,
  clock: Clock,
): Pick<PaymentGateway, 'charge' | 'refund'> => ({
  charge: async (input) => charge(await stripe(), clock, input),
  refund: async (input) => refund(await stripe(), input),
});
