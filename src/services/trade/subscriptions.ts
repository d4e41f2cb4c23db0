import type { PaidPlan } from '#contract/trade/subscriptions.ts';
import type { Cents } from '#lib/units.ts';
import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

/** A subscription, and the gateway it is paid through. */
export interface SubscriptionAt {
  readonly provider: 'stripe' | 'sandbox';
  readonly id: string;
}

export const listSubscriptions = (
  api: Api,
  query: QueryOf<'GET /subscriptions/user/search'>,
  signal?: AbortSignal,
) => api.call('GET /subscriptions/user/search', { query, signal });
/** The reason may be empty. */
export const cancelSubscription = (
  api: Api,
  { provider, id, reason }: SubscriptionAt & { readonly reason: string },
) =>
  api.call('POST /payment/:provider/cancel-subscription/:id', {
    params: { provider, id },
    body: reason === '' ? {} : { reason },
  });
export const resumeSubscription = (api: Api, { provider, id }: SubscriptionAt) =>
  api.call('POST /payment/:provider/resume-subscription/:id', { params: { provider, id }, body: {} });
export const quoteSwitch = (
  api: Api,
  { provider, id, type }: SubscriptionAt & { readonly type: PaidPlan },
  signal?: AbortSignal,
) =>
  api.call('GET /payment/:provider/switch-subscription/:id', {
    params: { provider, id },
    query: { type },
    signal,
  });
/** Switches the plan and pays the quoted price. Idempotent by key. */
export const switchSubscription = (
  api: Api,
  {
    provider,
    id,
    body,
    key,
  }: SubscriptionAt & {
    readonly body: BodyOf<'POST /payment/:provider/switch-subscription/:id'>;
    readonly key: string;
  },
) => api.call('POST /payment/:provider/switch-subscription/:id', { params: { provider, id }, body, key });
/** Doesn't charge the card; the next renewal or retry will. */
export const changeCard = (api: Api, { id, cardId }: { readonly id: string; readonly cardId: string }) =>
  api.call('PUT /subscriptions/:id/card', { params: { id }, body: { cardId } });
export const acceptPrice = (api: Api, { id, price }: { readonly id: string; readonly price: Cents }) =>
  api.call('POST /subscriptions/:id/accept-price', { params: { id }, body: { price } });
