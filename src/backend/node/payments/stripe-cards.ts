import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { Wallet } from '#contract/core/cards.ts';
import { AppError } from '../../kernel/errors.ts';
import type { GatewayCard, PaymentGateway } from '../../ports/payment-gateway.ts';
import { type RefusalNotice, refusals } from '../../ports/test-cards.ts';
import { type OpenStripe, toId, toStripeProblem } from './stripe-client.ts';
import { findDeclineReason } from './stripe-outcomes.ts';

type Keeping = Parameters<PaymentGateway['saveCard']>[0];

const refused = (reason: RefusalNotice) => new AppError(402, 'card_declined', refusals[reason]);
const unusable = () =>
  new AppError(402, 'card_declined', 'This card couldn’t be saved. Enter it again or use another one.');
/**
 * Later payments are made without the cardholder. Redirects are off because banks ask for confirmation on
 * this site's page.
 */
const setup = {
  usage: 'off_session',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;

/** Link has no card number; the address of its account tells accounts apart, and isn't stored as it is. */
const linkAccount = ({ id, link }: Stripe.PaymentMethod): GatewayCard => ({
  gatewayId: id,
  brand: 'link',
  last4: '',
  expMonth: null,
  expYear: null,
  wallet: 'link',
  fingerprint: link?.email ? `link:${createHash('sha256').update(link.email).digest('hex')}` : id,
});

function savedCard(method: Stripe.PaymentMethod): GatewayCard {
  const { card } = method;
  if (method.type === 'link') return linkAccount(method);
  if (!card) throw unusable();
  return {
    gatewayId: method.id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    wallet: Wallet.safeParse(card.wallet?.type).data ?? null,
    fingerprint: card.fingerprint ?? method.id,
  };
}

async function createCustomer(
  stripe: OpenStripe,
  { accountId, email, name }: Parameters<PaymentGateway['createCustomer']>[0],
): Promise<{ customerId: string }> {
  const { customers } = await stripe();
  // Name and email may change between two attempts, so they aren't part of the first request: an idempotency
  // key must go with one body.
  const { id } = await customers.create(
    { metadata: { accountId } },
    { idempotencyKey: `customer:${accountId}` },
  );
  await customers.update(id, { name: name.slice(0, 256), ...(email ? { email } : {}) });
  return { customerId: id };
}

async function startCard(
  stripe: OpenStripe,
  { customerId }: { customerId: string },
): Promise<{ clientSecret: string }> {
  const { client_secret: clientSecret } = await (
    await stripe()
  ).setupIntents.create({ customer: customerId, ...setup });
  if (!clientSecret) throw new Error('Stripe created a setup intent without a client secret');
  return { clientSecret };
}

/** Saves a new card, which may need the bank's and the cardholder's confirmation. Returns its id. */
async function confirmed(
  stripe: OpenStripe,
  { customerId, token, challengeAnswer }: Keeping,
): Promise<string> {
  const { setupIntents } = await stripe();
  const params = {
    customer: customerId,
    payment_method: token,
    confirm: true,
    use_stripe_sdk: true,
    ...setup,
  };
  const { id } = await setupIntents.create(params, { idempotencyKey: `card:${customerId}:${token}` });
  // A repeated key returns the original reply, so fetch the current state.
  const intent = await setupIntents.retrieve(id);
  const method = toId(intent.payment_method);
  if (intent.status === 'succeeded' && method) return method;
  if (intent.status !== 'requires_action')
    throw refused(
      findDeclineReason({
        code: intent.last_setup_error?.code,
        declineCode: intent.last_setup_error?.decline_code,
      }),
    );
  if (challengeAnswer === undefined || challengeAnswer === 'complete') {
    throw new AppError(402, 'card_challenge', 'Your bank wants to confirm that it’s you.', {
      details: { clientSecret: intent.client_secret },
    });
  }
  await setupIntents.cancel(id, { cancellation_reason: 'abandoned' });
  throw refused('authentication_failed');
}

async function keep(stripe: OpenStripe, input: Keeping): Promise<GatewayCard> {
  if (!/^pm_\w{1,190}$/.test(input.token)) throw unusable();
  const { paymentMethods } = await stripe();
  const method = await paymentMethods.retrieve(input.token);
  const owner = toId(method.customer);
  if (owner !== null && owner !== input.customerId) throw unusable();
  return savedCard(owner === null ? await paymentMethods.retrieve(await confirmed(stripe, input)) : method);
}

const saveCard = (stripe: OpenStripe, input: Keeping): Promise<GatewayCard> =>
  keep(stripe, input).catch((error: unknown) => {
    const problem = toStripeProblem(error);
    if (problem?.isRefusal) throw refused(findDeclineReason(problem));
    if (problem?.isMistake) throw unusable();
    throw error;
  });

async function removeCard(stripe: OpenStripe, gatewayId: string): Promise<void> {
  await (await stripe()).paymentMethods.detach(gatewayId).catch((error: unknown) => {
    // Already removed at Stripe.
    if (!toStripeProblem(error)?.isMistake) throw error;
  });
}

/** Customers and their saved cards. */
export const createStripeCards = (
  stripe: OpenStripe,
): Pick<PaymentGateway, 'createCustomer' | 'startCard' | 'saveCard' | 'removeCard'> => ({
  createCustomer: (input) => createCustomer(stripe, input),
  startCard: (input) => startCard(stripe, input),
  saveCard: (input) => saveCard(stripe, input),
  removeCard: (gatewayId) => removeCard(stripe, gatewayId),
});
