import type { Cents } from '#lib/units.ts';
import type { Subscription, SwitchQuote } from '#contract/trade/subscriptions.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  type SubscriptionAt,
  acceptPrice,
  cancelSubscription,
  changeCard,
  listSubscriptions,
  quoteSwitch,
  resumeSubscription,
  switchSubscription,
} from '#services/trade/subscriptions.ts';
import { queryWith, pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type SubscriptionFilter = Pick<QueryOf<'GET /subscriptions/user/search'>, 'state' | 'type' | 'limit'>;

/** Invalidates even after an error, because a deadline or another tab may have been faster. */
const changed = (subscription: Subscription | undefined): Tag[] =>
  subscription
    ? ['Subscriptions', 'Subscribers', { type: 'Creator', id: subscription.performer._id }]
    : ['Subscriptions'];

/** The user's own subscriptions. */
export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptions: build.infiniteQuery<Page<Subscription>, SubscriptionFilter, number>({
      ...pagesByOffset(listSubscriptions),
      providesTags: ['Subscriptions'],
    }),
    cancelSubscription: build.mutation<Subscription, SubscriptionAt & { readonly reason: string }>({
      queryFn: queryWith(cancelSubscription),
      invalidatesTags: changed,
    }),
    resumeSubscription: build.mutation<Subscription, SubscriptionAt>({
      queryFn: queryWith(resumeSubscription),
      invalidatesTags: changed,
    }),
    /** Never cached, because the price of a switch depends on the current time. */
    quoteSwitch: build.query<SwitchQuote, SubscriptionAt & { readonly type: SwitchQuote['type'] }>({
      queryFn: queryWith(quoteSwitch),
      keepUnusedDataFor: 0,
    }),
    switchSubscription: build.mutation<
      Subscription,
      SubscriptionAt & {
        readonly body: BodyOf<'POST /payment/:provider/switch-subscription/:id'>;
        readonly key: string;
      }
    >({
      queryFn: queryWith(switchSubscription),
      invalidatesTags: (subscription) => [...changed(subscription), 'Wallet'],
    }),
    changeSubscriptionCard: build.mutation<Subscription, { readonly id: string; readonly cardId: string }>({
      queryFn: queryWith(changeCard),
      invalidatesTags: changed,
    }),
    acceptPrice: build.mutation<Subscription, { readonly id: string; readonly price: Cents }>({
      queryFn: queryWith(acceptPrice),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListSubscriptionsInfiniteQuery,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
  useQuoteSwitchQuery,
  useSwitchSubscriptionMutation,
  useAcceptPriceMutation,
  useChangeSubscriptionCardMutation,
} = subscriptionsApi;
