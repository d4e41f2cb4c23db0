import type { Card, Subscription, Transaction, WalletRow } from '#contract/payment';
import type { ReplyOf } from '#contract/registry';
import type { BodyOf, QueryOf } from '#services/call';
import {
  addCard, cancelSubscription, listCards, listCharges, listSubscribers, listSubscriptions, listTokenPackages, listTransactions, removeCard, subscribe, tipPerformer, topUpWallet, unlockFeed,
} from '#services/payment';
import { asks, pagesByKey, pagesByOffset } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import type { Tag } from './api-tags.ts';
import { api } from './api.ts';
import { currentUserChanged } from './user.ts';

type Provider = 'stripe' | 'sandbox';
/** `key` comes from `newIntentKey()`, once for an intent, and stays the same over its retries. */
interface Intent<B> {
  readonly body: B;
  readonly key: string;
}
type Charged = ReplyOf<'POST /wallet/charges/feed/:id'>;
type ToppedUp = ReplyOf<'POST /payment/wallet/top-up'>;
export type SubscriptionFilter = Pick<QueryOf<'GET /subscriptions/user/search'>, 'state' | 'limit'>;
export type ChargeFilter = Pick<QueryOf<'GET /wallet/charges/search'>, 'kind' | 'limit'>;

interface Started {
  readonly dispatch: (action: ReturnType<typeof currentUserChanged>) => unknown;
  readonly queryFulfilled: Promise<{ data: { readonly balance: number } }>;
}
/** The answer tells the balance before the event does. */
async function tellsBalance(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(currentUserChanged({ balance: answer.data.balance }));
}

const unlocked = (id: string): Tag[] => ['Wallet', 'Timeline', { type: 'Feed', id }];

export const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCards: build.query<{ data: Card[]; total: number }, void>({ queryFn: asks((services, _arg: void, signal) => listCards(services, signal)), providesTags: ['Cards'] }),
    addCard: build.mutation<Card, { provider: Provider; body: BodyOf<'POST /:provider/cards'> }>({
      queryFn: asks((services, { provider, body }) => addCard(services, provider, body)),
      invalidatesTags: (_card, problem) => (problem ? [] : ['Cards']),
    }),
    removeCard: build.mutation<{ success: true }, string>({ queryFn: asks(removeCard), invalidatesTags: ['Cards'] }),
    listTokenPackages: build.query<ReplyOf<'GET /package/token/search'>, void>({ queryFn: asks((services, _arg: void, signal) => listTokenPackages(services, signal)) }),

    subscribe: build.mutation<Subscription, Intent<BodyOf<'POST /payment/subscribe/performers'>>>({
      queryFn: asks(subscribe),
      invalidatesTags: (_subscription, problem, { body }) => (problem ? [] : [{ type: 'Creator', id: body.performerId }, 'Timeline', 'Subscriptions', 'Wallet']),
    }),
    cancelSubscription: build.mutation<Subscription, { provider: Provider; id: string }>({
      queryFn: asks((services, { provider, id }) => cancelSubscription(services, provider, id)),
      invalidatesTags: (subscription) => (subscription ? ['Subscriptions', { type: 'Creator', id: subscription.performer._id }] : []),
    }),
    listSubscriptions: build.infiniteQuery<Page<Subscription>, SubscriptionFilter, number>({ ...pagesByOffset(listSubscriptions), providesTags: ['Subscriptions'] }),
    listSubscribers: build.infiniteQuery<Page<Subscription>, SubscriptionFilter, number>({ ...pagesByOffset(listSubscribers), providesTags: ['Subscribers'] }),

    topUpWallet: build.mutation<ToppedUp, Intent<BodyOf<'POST /payment/wallet/top-up'>>>({
      queryFn: asks(topUpWallet),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    tipPerformer: build.mutation<Charged, Intent<BodyOf<'POST /wallet/charges/tip/:id'>> & { readonly performerId: string }>({
      queryFn: asks((services, { performerId, body, key }) => tipPerformer(services, performerId, { body, key })),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    unlockFeed: build.mutation<Charged, { readonly feedId: string; readonly key: string }>({
      queryFn: asks((services, { feedId, key }) => unlockFeed(services, feedId, key)),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem, { feedId }) => (problem ? [] : unlocked(feedId)),
    }),
    listTransactions: build.infiniteQuery<Page<Transaction>, Pick<QueryOf<'GET /payment/transactions/user/search'>, 'limit'>, string | null>({
      ...pagesByKey(listTransactions), providesTags: ['Wallet'],
    }),
    listCharges: build.infiniteQuery<Page<WalletRow>, ChargeFilter, string | null>({ ...pagesByKey(listCharges), providesTags: ['Wallet'] }),
  }),
});

export const {
  useListCardsQuery, useAddCardMutation, useRemoveCardMutation, useListTokenPackagesQuery, useSubscribeMutation, useCancelSubscriptionMutation,
  useListSubscriptionsInfiniteQuery, useListSubscribersInfiniteQuery, useTopUpWalletMutation, useTipPerformerMutation, useUnlockFeedMutation,
  useListTransactionsInfiniteQuery, useListChargesInfiniteQuery,
} = paymentApi;
