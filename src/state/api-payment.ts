import type { Card, KeptCard } from '#contract/payment';
import type { Receipt } from '#contract/receipts';
import type { Subscription } from '#contract/subscriptions';
import type { ReplyOf } from '#contract/registry';
import type { BodyOf } from '#services/call';
import {
  addCard,
  getReceipt,
  listCards,
  listTokenPackages,
  makeDefaultCard,
  removeCard,
  startCard,
  subscribe,
  tipPerformer,
  topUpWallet,
  unlockFeed,
  unlockGallery,
  unlockMessage,
  unlockVideo,
} from '#services/payment';
import { asks } from './api-asking.ts';
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

interface Started {
  readonly dispatch: (action: ReturnType<typeof currentUserChanged>) => unknown;
  readonly queryFulfilled: Promise<{ data: { readonly balance: number } }>;
}
/** The answer tells the balance before the event does. */
export async function tellsBalance(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(currentUserChanged({ balance: answer.data.balance }));
}

const unlocked = (id: string): Tag[] => ['Wallet', 'Timeline', { type: 'Feed', id }];
/** What is unlocked for good beside posts. */
export type SoldKind = 'video' | 'gallery' | 'message';
const unlocks = { video: unlockVideo, gallery: unlockGallery, message: unlockMessage } as const;
const unlockedWork = (kind: SoldKind, id: string): Tag[] => [
  'Wallet',
  'Library',
  ...(kind === 'video'
    ? (['Videos', { type: 'Video', id }] as const)
    : kind === 'gallery'
      ? (['Galleries', 'Photos', { type: 'Gallery', id }] as const)
      : []),
];

export const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCards: build.query<{ data: KeptCard[]; total: number }, void>({
      queryFn: asks((services, _arg: void, signal) => listCards(services, signal)),
      providesTags: ['Cards', 'Subscriptions'],
    }),
    addCard: build.mutation<Card, { provider: Provider; body: BodyOf<'POST /:provider/cards'> }>({
      queryFn: asks((services, { provider, body }) => addCard(services, provider, body)),
      invalidatesTags: (_card, problem) => (problem ? [] : ['Cards']),
    }),
    removeCard: build.mutation<{ success: true }, string>({
      queryFn: asks(removeCard),
      invalidatesTags: ['Cards'],
    }),
    startCard: build.mutation<ReplyOf<'POST /payment-cards/setup'>, void>({
      queryFn: asks((services, _arg: void) => startCard(services)),
    }),
    makeDefaultCard: build.mutation<Card, string>({
      queryFn: asks(makeDefaultCard),
      invalidatesTags: ['Cards'],
    }),
    getReceipt: build.query<Receipt, string>({ queryFn: asks(getReceipt), providesTags: ['Wallet'] }),
    listTokenPackages: build.query<ReplyOf<'GET /package/token/search'>, void>({
      queryFn: asks((services, _arg: void, signal) => listTokenPackages(services, signal)),
    }),

    subscribe: build.mutation<Subscription, Intent<BodyOf<'POST /payment/subscribe/performers'>>>({
      queryFn: asks(subscribe),
      invalidatesTags: (_subscription, problem, { body }) =>
        problem ? [] : [{ type: 'Creator', id: body.performerId }, 'Timeline', 'Subscriptions', 'Wallet'],
    }),

    topUpWallet: build.mutation<ToppedUp, Intent<BodyOf<'POST /payment/wallet/top-up'>>>({
      queryFn: asks(topUpWallet),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    tipPerformer: build.mutation<
      ReplyOf<'POST /wallet/charges/tip/:id'>,
      Intent<BodyOf<'POST /wallet/charges/tip/:id'>> & { readonly performerId: string }
    >({
      queryFn: asks((services, { performerId, body, key }) =>
        tipPerformer(services, performerId, { body, key }),
      ),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    unlockFeed: build.mutation<Charged, { readonly feedId: string; readonly key: string }>({
      queryFn: asks((services, { feedId, key }) => unlockFeed(services, feedId, key)),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem, { feedId }) => (problem ? [] : unlocked(feedId)),
    }),
    /** Unlocks a video, a gallery or a message. A message opens in its conversation by itself. */
    unlockWork: build.mutation<
      Charged,
      { readonly kind: SoldKind; readonly id: string; readonly key: string }
    >({
      queryFn: asks((services, { kind, id, key }) => unlocks[kind](services, id, key)),
      onQueryStarted: tellsBalance,
      invalidatesTags: (_done, problem, { kind, id }) => (problem ? [] : unlockedWork(kind, id)),
    }),
  }),
});

export const {
  useListCardsQuery,
  useAddCardMutation,
  useRemoveCardMutation,
  useStartCardMutation,
  useMakeDefaultCardMutation,
  useGetReceiptQuery,
  useListTokenPackagesQuery,
  useSubscribeMutation,
  useTopUpWalletMutation,
  useTipPerformerMutation,
  useUnlockFeedMutation,
  useUnlockWorkMutation,
} = paymentApi;
