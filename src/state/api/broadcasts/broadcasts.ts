import type {
  AudienceCount,
  Broadcast,
  BroadcastRecipient,
  BroadcastResults,
  BroadcastRows,
} from '#contract/trade/broadcasts/broadcasts.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  changeBroadcast,
  countAudience,
  createBroadcast,
  deleteBroadcast,
  getBroadcast,
  listBroadcastRecipients,
  listBroadcasts,
  unsendBroadcast,
} from '#services/trade/broadcasts/broadcasts.ts';
import { queryWith, pagesByOffset } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

export type BroadcastBody = BodyOf<'POST /messages/broadcast-message'>;

export const broadcastsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBroadcasts: build.infiniteQuery<Page<Broadcast>, { readonly limit?: number }, number>({
      ...pagesByOffset(listBroadcasts),
      providesTags: ['Broadcasts'],
    }),
    getBroadcast: build.query<BroadcastResults, string>({
      queryFn: queryWith(getBroadcast),
      providesTags: ['Broadcasts'],
    }),
    listBroadcastRecipients: build.infiniteQuery<
      Page<BroadcastRecipient>,
      { readonly id: string; readonly rows: BroadcastRows },
      number
    >({ ...pagesByOffset(listBroadcastRecipients), providesTags: ['Broadcasts'] }),
    countAudience: build.query<AudienceCount, BodyOf<'POST /broadcasts/count'>>({
      queryFn: queryWith(countAudience),
      providesTags: ['Broadcasts', 'FanLists', 'Followers', 'Subscribers'],
    }),
    createBroadcast: build.mutation<Broadcast, BroadcastBody>({
      queryFn: queryWith(createBroadcast),
      invalidatesTags: (_made, problem) => (problem ? [] : ['Broadcasts']),
    }),
    changeBroadcast: build.mutation<Broadcast, { readonly id: string; readonly body: BroadcastBody }>({
      queryFn: queryWith((services, { id, body }) => changeBroadcast(services, id, body)),
      invalidatesTags: ['Broadcasts'],
    }),
    deleteBroadcast: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteBroadcast),
      invalidatesTags: ['Broadcasts'],
    }),
    unsendBroadcast: build.mutation<Broadcast, string>({
      queryFn: queryWith(unsendBroadcast),
      invalidatesTags: ['Broadcasts'],
    }),
  }),
});

export const {
  useListBroadcastsInfiniteQuery,
  useGetBroadcastQuery,
  useListBroadcastRecipientsInfiniteQuery,
  useCountAudienceQuery,
  useCreateBroadcastMutation,
  useChangeBroadcastMutation,
  useDeleteBroadcastMutation,
  useUnsendBroadcastMutation,
} = broadcastsApi;
