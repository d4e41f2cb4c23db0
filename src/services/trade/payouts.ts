import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import { withProof } from '../http/proof.ts';

export const calculatePayout = (
  api: Api,
  body: BodyOf<'POST /payout-requests/calculate'>,
  signal?: AbortSignal,
) => api.call('POST /payout-requests/calculate', { body, signal });
export const listPayouts = (
  api: Api,
  query: QueryOf<'GET /payout-requests/user/search'>,
  signal?: AbortSignal,
) => api.call('GET /payout-requests/user/search', { query, signal });
export const getPayout = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /payout-requests/:id/view', { params: { id }, signal });
export const requestPayout = (api: Api, body: BodyOf<'POST /payout-requests'>, key: string) =>
  api.call('POST /payout-requests', { body, key });
/** `version`: the `updatedAt` of what the change is about. */
export const updatePayout = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /payout-requests/:id'> & { version?: string },
) => api.call('PUT /payout-requests/:id', { params: { id }, body, ...(version && { version }) });
export const cancelPayout = (api: Api, id: string) =>
  api.call('POST /payout-requests/:id/cancel', { params: { id } });
export const listPayoutMethods = (api: Api, signal?: AbortSignal) =>
  api.call('GET /payout-methods', { signal });
export const choosePayoutMethod = (api: Api, id: string) =>
  withProof(() => api.call('POST /payout-methods/:id', { params: { id }, body: {} }));
export const undoPayoutMethod = (api: Api, token: string) =>
  api.call('POST /payout-methods/undo', { body: { token } });
export const saveBankAccount = (
  api: Api,
  performerId: string,
  body: BodyOf<'PUT /performers/:id/banking-settings'>,
) => withProof(() => api.call('PUT /performers/:id/banking-settings', { params: { id: performerId }, body }));
/** Refreshes the state of the creator's account at the gateway. */
export const refreshGatewayAccount = (api: Api, performerId: string) =>
  api.call('PUT /performers/:id/payment-gateway-settings', { params: { id: performerId }, body: {} });
/** Starts the gateway's onboarding; the reply contains its URL. */
export const startGatewayAccount = (api: Api) => api.call('POST /stripe/accounts');
