import { list, read, write } from '../http/endpoints.ts';
import { proven } from '../http/proof.ts';
import type { Tag } from '../http/tags.ts';

/** Also after an error, because the available amount may have changed. */
const money: readonly Tag[] = ['Payouts', 'Earnings'];
/** The available amount depends on the default method and its lock. */
const method = (_input: unknown, { problem }: { readonly problem?: unknown }): readonly Tag[] =>
  problem ? [] : ['PayoutMethods', 'Payouts'];

export const calculatePayout = read('POST /payout-requests/calculate', {
  tags: ['Payouts', 'PayoutMethods', 'Earnings'],
});
export const listPayouts = list('GET /payout-requests/user/search', { tags: ['Payouts'] });
export const getPayout = read('GET /payout-requests/:id/view', { tags: ['Payouts'] });
/** `key` is an idempotency key, one per request. */
export const requestPayout = write('POST /payout-requests', { invalidates: money });
/** `version`: the `updatedAt` of what the change is about. */
export const updatePayout = write('PUT /payout-requests/:id', { invalidates: money });
export const cancelPayout = write('POST /payout-requests/:id/cancel', { invalidates: money });
export const listPayoutMethods = read('GET /payout-methods', { tags: ['PayoutMethods'] });
export const choosePayoutMethod = proven(write('POST /payout-methods/:id', { invalidates: method }));
export const undoPayoutMethod = write('POST /payout-methods/undo');
export const saveBankAccount = proven(write('PUT /performers/:id/banking-settings', { invalidates: method }));
/** Refreshes the state of the creator's account at the gateway. */
export const refreshGatewayAccount = write('PUT /performers/:id/payment-gateway-settings', {
  invalidates: method,
});
/** Starts the gateway's onboarding; the reply contains its URL. */
export const startGatewayAccount = write('POST /stripe/accounts', { invalidates: method });
