import type Stripe from 'stripe';
import { AppError } from '../../kernel/errors.ts';
import type { ConnectGateway, ConnectStatus } from '../../ports/payment-gateway.ts';
import { type OpenStripe, toStripeProblem } from './stripe-client.ts';

/** Whether transfers can be sent to the account and paid out to the creator's bank. */
export function toConnectStatus(account: Stripe.Account): ConnectStatus {
  const { currently_due: due, past_due: late, disabled_reason: disabled } = account.requirements ?? {};
  return {
    payoutsEnabled: account.payouts_enabled && account.capabilities?.transfers === 'active',
    requirements: [...new Set([...(late ?? []), ...(due ?? []), ...(disabled ? [disabled] : [])])],
  };
}

async function transfer(
  { transfers }: Stripe,
  { idempotencyKey, gatewayId, amount, currency, description }: Parameters<ConnectGateway['transfer']>[0],
): Promise<{ transferId: string }> {
  // Stripe forgets a key after a day. The transfer group stays, so a payout is never sent twice, however late
  // it is retried.
  const {
    data: [sent],
  } = await transfers.list({ transfer_group: idempotencyKey, limit: 1 });
  if (sent) return { transferId: sent.id };
  const params = {
    amount,
    currency: currency.toLowerCase(),
    destination: gatewayId,
    transfer_group: idempotencyKey,
    metadata: { description },
  };
  const made = await transfers.create(params, { idempotencyKey }).catch((error: unknown) => {
    const problem = toStripeProblem(error);
    if (problem?.isMistake) throw new AppError(402, 'transfer_failed', problem.message);
    throw error;
  });
  return { transferId: made.id };
}

/** Express accounts for creators. */
export function createStripeConnect(stripe: OpenStripe): ConnectGateway {
  async function createAccount({
    idempotencyKey,
    accountId,
    email,
    country,
  }: Parameters<ConnectGateway['createAccount']>[0]): Promise<{ gatewayId: string }> {
    const params: Stripe.AccountCreateParams = {
      type: 'express',
      capabilities: { transfers: { requested: true } },
      metadata: { accountId },
      ...(email ? { email } : {}),
      ...(country ? { country } : {}),
    };
    return { gatewayId: (await (await stripe()).accounts.create(params, { idempotencyKey })).id };
  }

  async function onboardingLink({
    gatewayId,
    returnUrl,
    refreshUrl,
  }: Parameters<ConnectGateway['onboardingLink']>[0]): Promise<{ url: string }> {
    const { url } = await (
      await stripe()
    ).accountLinks.create({
      account: gatewayId,
      type: 'account_onboarding',
      return_url: returnUrl,
      refresh_url: refreshUrl,
    });
    return { url };
  }

  const status = async (gatewayId: string): Promise<ConnectStatus> =>
    toConnectStatus(await (await stripe()).accounts.retrieve(gatewayId));
  return {
    createAccount,
    onboardingLink,
    status,
    transfer: async (input) => transfer(await stripe(), input),
  };
}
