import type { Api } from './api.ts';
import type { BodyOf, QueryOf } from './call.ts';

/** What moves money takes the key of its intent: kept over retries, the money moves once. */
type Intent<B> = { readonly body: B; readonly key: string };

export const subscribe = (api: Api, { body, key }: Intent<BodyOf<'POST /payment/subscribe/performers'>>) =>
  api.call('POST /payment/subscribe/performers', { body, key });
export const topUpWallet = (api: Api, { body, key }: Intent<BodyOf<'POST /payment/wallet/top-up'>>) => api.call('POST /payment/wallet/top-up', { body, key });
export const cancelSubscription = (api: Api, provider: 'stripe' | 'sandbox', id: string) =>
  api.call('POST /payment/:provider/cancel-subscription/:id', { params: { provider, id }, body: {} });
export const listTransactions = (api: Api, query: QueryOf<'GET /payment/transactions/user/search'>, signal?: AbortSignal) =>
  api.call('GET /payment/transactions/user/search', { query, signal });

export const listCards = (api: Api, signal?: AbortSignal) => api.call('GET /payment-cards', { signal });
export const addCard = (api: Api, provider: 'stripe' | 'sandbox', body: BodyOf<'POST /:provider/cards'>) => api.call('POST /:provider/cards', { params: { provider }, body });
export const removeCard = (api: Api, id: string) => api.call('DELETE /payment-cards/:id', { params: { id } });
export const listTokenPackages = (api: Api, signal?: AbortSignal) => api.call('GET /package/token/search', { signal });

export const tipPerformer = (api: Api, performerId: string, { body, key }: Intent<BodyOf<'POST /wallet/charges/tip/:id'>>) =>
  api.call('POST /wallet/charges/tip/:id', { params: { id: performerId }, body, key });
export const unlockFeed = (api: Api, feedId: string, key: string) => api.call('POST /wallet/charges/feed/:id', { params: { id: feedId }, key });
export const listCharges = (api: Api, query: QueryOf<'GET /wallet/charges/search'>, signal?: AbortSignal) => api.call('GET /wallet/charges/search', { query, signal });

export const listSubscribers = (api: Api, query: QueryOf<'GET /subscriptions/performer/search'>, signal?: AbortSignal) =>
  api.call('GET /subscriptions/performer/search', { query, signal });
export const listSubscriptions = (api: Api, query: QueryOf<'GET /subscriptions/user/search'>, signal?: AbortSignal) =>
  api.call('GET /subscriptions/user/search', { query, signal });
