import type { Gift, OfferedGift } from '#contract/trade/gifts.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import type { BodyOf } from '#services/http/call.ts';
import { buyGift, getOfferedGift, listGifts, redeemGift, refundGift } from '#services/trade/gifts.ts';
import { pagesByOffset, queryWith } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

export const giftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    buyGift: build.mutation<Gift, { readonly key: string; readonly body: BodyOf<'POST /gifts'> }>({
      queryFn: queryWith(buyGift),
      invalidatesTags: (_gift, problem) => (problem ? [] : ['Gifts', 'Wallet']),
    }),
    /** The gifts the viewer bought. */
    listGifts: build.infiniteQuery<Page<Gift>, { readonly limit?: number }, number>({
      ...pagesByOffset(listGifts),
      providesTags: ['Gifts'],
    }),
    /** Reloads even after an error, because the gift may have been redeemed meanwhile. */
    refundGift: build.mutation<Gift, string>({
      queryFn: queryWith(refundGift),
      invalidatesTags: ['Gifts', 'Wallet'],
    }),
    getOfferedGift: build.query<OfferedGift, string>({
      queryFn: queryWith(getOfferedGift),
      providesTags: ['Gifts'],
    }),
    redeemGift: build.mutation<Subscription, string>({
      queryFn: queryWith(redeemGift),
      invalidatesTags: (subscription) => [
        'Gifts',
        ...(subscription
          ? ([{ type: 'Creator', id: subscription.performer._id }, 'Timeline', 'Subscriptions'] as const)
          : []),
      ],
    }),
  }),
});

export const {
  useBuyGiftMutation,
  useListGiftsInfiniteQuery,
  useRefundGiftMutation,
  useGetOfferedGiftQuery,
  useRedeemGiftMutation,
} = giftsApi;
