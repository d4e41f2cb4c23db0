import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const listCharges = (api: Api, query: QueryOf<'GET /wallet/charges/search'>, signal?: AbortSignal) =>
  api.call('GET /wallet/charges/search', { query, signal });
export const listTransactions = (
  api: Api,
  query: QueryOf<'GET /payment/transactions/user/search'>,
  signal?: AbortSignal,
) => api.call('GET /payment/transactions/user/search', { query, signal });
export const walletBalance = (api: Api, signal?: AbortSignal) => api.call('GET /wallet/balance', { signal });
export const undoTip = (api: Api, chargeId: string, key: string) =>
  api.call('POST /wallet/charges/:id/undo', { params: { id: chargeId }, key });

export const listSpendCaps = (api: Api, signal?: AbortSignal) => api.call('GET /wallet/caps', { signal });
export const setSpendCap = (api: Api, body: BodyOf<'PUT /wallet/caps'>) =>
  api.call('PUT /wallet/caps', { body });

export const listPaidCreators = (api: Api, query: QueryOf<'GET /wallet/statements'>, signal?: AbortSignal) =>
  api.call('GET /wallet/statements', { query, signal });
export const getStatement = (api: Api, performerId: string, signal?: AbortSignal) =>
  api.call('GET /wallet/statement/:id', { params: { id: performerId }, signal });

export const applyCoupon = (
  api: Api,
  { code, body }: { code: string; body: BodyOf<'POST /coupons/:code/apply-coupon'> },
  signal?: AbortSignal,
) => api.call('POST /coupons/:code/apply-coupon', { params: { code }, body, signal });
