import type { Offer, Promotion, Trial } from '#contract/trade/promotions.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  createOffer,
  createTrial,
  endPromotion,
  getTrial,
  listOffers,
  listPromotions,
  takeTrial,
} from '#services/trade/promotions.ts';
import { queryWith, pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type PromotionFilter = Pick<QueryOf<'GET /promotions/search'>, 'kind' | 'limit'>;

export const promotionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPromotions: build.infiniteQuery<Page<Promotion>, PromotionFilter, number>({
      ...pagesByOffset(listPromotions),
      providesTags: ['Promotions'],
    }),
    createOffer: build.mutation<Promotion, BodyOf<'POST /promotions'>>({
      queryFn: queryWith(createOffer),
      invalidatesTags: (_made, problem) => (problem ? [] : ['Promotions']),
    }),
    createTrial: build.mutation<Promotion, BodyOf<'POST /promotions/trial'>>({
      queryFn: queryWith(createTrial),
      invalidatesTags: (_made, problem) => (problem ? [] : ['Promotions']),
    }),
    endPromotion: build.mutation<Promotion, string>({
      queryFn: queryWith(endPromotion),
      invalidatesTags: (_ended, problem) => (problem ? [] : ['Promotions']),
    }),
    /** A creator's offers to the viewer for a first period: the best one per plan. */
    listOffers: build.query<{ data: Offer[]; total: number }, string>({
      queryFn: queryWith(listOffers),
      providesTags: (_offers, _problem, id) => ['Promotions', { type: 'Creator', id }],
    }),
    getTrial: build.query<Trial, string>({
      queryFn: queryWith(getTrial),
      providesTags: (trial) => (trial ? [{ type: 'Creator', id: trial.performer._id }] : []),
    }),
    takeTrial: build.mutation<Subscription, string>({
      queryFn: queryWith(takeTrial),
      invalidatesTags: (subscription) =>
        subscription
          ? [{ type: 'Creator', id: subscription.performer._id }, 'Timeline', 'Subscriptions']
          : [],
    }),
  }),
});

export const {
  useListPromotionsInfiniteQuery,
  useCreateOfferMutation,
  useCreateTrialMutation,
  useEndPromotionMutation,
  useListOffersQuery,
  useGetTrialQuery,
  useTakeTrialMutation,
} = promotionsApi;
