import type { Tokens } from '#lib/units.ts';
import type { Card, SavedCard } from '#contract/money/payments.ts';
import type { Receipt } from '#contract/money/payments.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { problemCode } from '#lib/problem.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  addCard,
  buyTicket,
  getReceipt,
  listCards,
  listTokenPackages,
  makeDefaultCard,
  removeCard,
  startCard,
  subscribe,
  tipPerformer,
  topUpWallet,
  unlockPost,
  unlockGallery,
  unlockMessage,
  unlockVideo,
} from '#services/money/payments.ts';
import { queryWith } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';
import { currentUserChanged } from '../session/user.ts';

type Provider = 'stripe' | 'sandbox';
/** `key` comes from `newIdempotencyKey()`, once per payment, and stays the same for its retries. */
interface Intent<B> {
  readonly body: B;
  readonly key: string;
}
type Charged = ReplyOf<'POST /wallet/charges/feed/:id'>;
type ToppedUp = ReplyOf<'POST /payment/wallet/top-up'>;
type TipIntent = Intent<BodyOf<'POST /wallet/charges/tip/:id'>> & { readonly performerId: string };

interface Started {
  readonly dispatch: (action: ReturnType<typeof currentUserChanged>) => unknown;
  readonly queryFulfilled: Promise<{ data: { readonly balance: Tokens } }>;
}
/** The response contains the balance before the socket event arrives. */
export async function updatesBalance(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer) dispatch(currentUserChanged({ balance: answer.data.balance }));
}

const unlocked = (id: string): Tag[] => ['Wallet', 'Timeline', { type: 'Post', id }];
type Priced = BodyOf<'POST /wallet/charges/feed/:id'>;
/**
 * Whether a failed payment leaves what the pages show valid. A changed price doesn't: it means they show an
 * old one.
 */
const isUnsettled = (problem: unknown): boolean =>
  Boolean(problem) && problemCode(problem) !== 'price_changed';
/** What can be bought besides posts. A stream's ticket is good for its replay, too. */
export type SoldKind = 'video' | 'gallery' | 'message' | 'stream';
type UnlockIntent = Intent<Priced> & { readonly kind: SoldKind; readonly id: string };
const unlocks = {
  video: unlockVideo,
  gallery: unlockGallery,
  message: unlockMessage,
  stream: buyTicket,
} as const;
const unlockedMediaItem = (kind: SoldKind, id: string): Tag[] => [
  'Wallet',
  'Library',
  ...(kind === 'video'
    ? (['Videos', { type: 'Video', id }] as const)
    : kind === 'gallery'
      ? (['Galleries', 'Photos', { type: 'Gallery', id }] as const)
      : kind === 'stream'
        ? ([{ type: 'Stream', id }, 'Streams'] as const)
        : []),
];

export const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCards: build.query<{ data: SavedCard[]; total: number }, void>({
      queryFn: queryWith((services, _arg: void, signal) => listCards(services, signal)),
      providesTags: ['Cards', 'Subscriptions'],
    }),
    addCard: build.mutation<Card, { provider: Provider; body: BodyOf<'POST /:provider/cards'> }>({
      queryFn: queryWith((services, { provider, body }) => addCard(services, provider, body)),
      invalidatesTags: (_card, problem) => (problem ? [] : ['Cards']),
    }),
    removeCard: build.mutation<{ success: true }, string>({
      queryFn: queryWith(removeCard),
      invalidatesTags: ['Cards'],
    }),
    startCard: build.mutation<ReplyOf<'POST /payment-cards/setup'>, void>({
      queryFn: queryWith((services, _arg: void) => startCard(services)),
    }),
    makeDefaultCard: build.mutation<Card, string>({
      queryFn: queryWith(makeDefaultCard),
      invalidatesTags: ['Cards'],
    }),
    getReceipt: build.query<Receipt, string>({ queryFn: queryWith(getReceipt), providesTags: ['Wallet'] }),
    listTokenPackages: build.query<ReplyOf<'GET /package/token/search'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listTokenPackages(services, signal)),
    }),

    subscribe: build.mutation<Subscription, Intent<BodyOf<'POST /payment/subscribe/performers'>>>({
      queryFn: queryWith(subscribe),
      invalidatesTags: (_subscription, problem, { body }) =>
        isUnsettled(problem)
          ? []
          : [{ type: 'Creator', id: body.performerId }, 'Timeline', 'Subscriptions', 'Wallet'],
    }),

    topUpWallet: build.mutation<ToppedUp, Intent<BodyOf<'POST /payment/wallet/top-up'>>>({
      queryFn: queryWith(topUpWallet),
      onQueryStarted: updatesBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    tipPerformer: build.mutation<ReplyOf<'POST /wallet/charges/tip/:id'>, TipIntent>({
      queryFn: queryWith((services, { performerId, body, key }) =>
        tipPerformer(services, performerId, { body, key }),
      ),
      onQueryStarted: updatesBalance,
      invalidatesTags: (_done, problem) => (problem ? [] : ['Wallet']),
    }),
    unlockPost: build.mutation<Charged, Intent<Priced> & { readonly postId: string }>({
      queryFn: queryWith((services, { postId, ...intent }) => unlockPost(services, postId, intent)),
      onQueryStarted: updatesBalance,
      invalidatesTags: (_done, problem, { postId }) => (isUnsettled(problem) ? [] : unlocked(postId)),
    }),
    /** Unlocks a video, gallery or message. The conversation updates by itself. */
    unlockMediaItem: build.mutation<Charged, UnlockIntent>({
      queryFn: queryWith((services, { kind, id, ...intent }) => unlocks[kind](services, id, intent)),
      onQueryStarted: updatesBalance,
      invalidatesTags: (_done, problem, { kind, id }) =>
        isUnsettled(problem) ? [] : unlockedMediaItem(kind, id),
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
  useUnlockPostMutation,
  useUnlockMediaItemMutation,
} = paymentApi;
