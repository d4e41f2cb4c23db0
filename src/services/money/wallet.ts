import { list, read, write } from '../http/endpoints.ts';
import type { ListInput } from '../http/endpoints.ts';
import type { BodyOf } from '../http/call.ts';

export type ChargeFilter = NonNullable<ListInput<'GET /wallet/charges/search'>['query']>;
export type TransactionFilter = NonNullable<ListInput<'GET /payment/transactions/user/search'>['query']>;
/** What a coupon applies to: an amount in cents, a package, or the start of a subscription. */
export type CouponTarget = BodyOf<'POST /coupons/:code/apply-coupon'>['target'];

export const listCharges = list('GET /wallet/charges/search', { tags: ['Wallet'] });
export const listTransactions = list('GET /payment/transactions/user/search', { tags: ['Wallet'] });
export const getWalletBalance = read('GET /wallet/balance', { tags: ['Wallet', 'Bids'] });
/** Also after an error, because another tab or the deadline may have been faster. */
export const undoTip = write('POST /wallet/charges/:id/undo', { invalidates: ['Wallet'] });
export const getSpendCaps = read('GET /wallet/caps', { tags: ['SpendCaps', 'Wallet', 'Subscriptions'] });
export const setSpendCap = write('PUT /wallet/caps', { invalidates: ['SpendCaps'] });
export const listPaidCreators = list('GET /wallet/statements', {
  by: 'offset',
  tags: ['Wallet', 'Subscriptions'],
});
export const getStatement = read('GET /wallet/statement/:id', { tags: ['Wallet', 'Subscriptions'] });
/**
 * Never cached, and not invalidated by live events: while the bank's confirmation is pending, a use of
 * the coupon is the user's own.
 */
export const getCouponEffect = read('POST /coupons/:code/apply-coupon', { keepSeconds: 0 });
