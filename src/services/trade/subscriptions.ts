import type { Subscription } from '#contract/trade/subscriptions.ts';
import { type ListInput, list, read, write } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

export type SubscriptionFilter = NonNullable<ListInput<'GET /subscriptions/user/search'>['query']>;

/** Invalidates even after an error, because a deadline or another tab may have been faster. */
const changed = (_input: unknown, { reply }: { readonly reply?: Subscription | undefined }): Tag[] =>
  reply ? ['Subscriptions', 'Subscribers', { type: 'Creator', id: reply.performer._id }] : ['Subscriptions'];

/** The user's own subscriptions. */
export const listSubscriptions = list('GET /subscriptions/user/search', {
  tags: ['Subscriptions'],
  by: 'offset',
});
export const cancelSubscription = write('POST /payment/:provider/cancel-subscription/:id', {
  invalidates: changed,
});
export const resumeSubscription = write('POST /payment/:provider/resume-subscription/:id', {
  invalidates: changed,
});
/** Never cached, because the price of a switch depends on the current time. */
export const quoteSwitch = read('GET /payment/:provider/switch-subscription/:id', { keepSeconds: 0 });
/** Switches the plan and pays the quoted price. Idempotent by key. */
export const switchSubscription = write('POST /payment/:provider/switch-subscription/:id', {
  invalidates: (input, outcome) => [...changed(input, outcome), 'Wallet'],
});
/** Doesn't charge the card; the next renewal or retry will. */
export const changeCard = write('PUT /subscriptions/:id/card', { invalidates: changed });
export const acceptPrice = write('POST /subscriptions/:id/accept-price', { invalidates: changed });
