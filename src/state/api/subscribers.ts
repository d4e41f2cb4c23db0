import type { Subscriber } from '#contract/trade/subscriptions.ts';
import type { QueryOf } from '#services/http/call.ts';
import { listSubscribers, writeSubscriberNote } from '#services/trade/subscribers.ts';
import { queryWith, pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type SubscriberFilter = Omit<QueryOf<'GET /subscriptions/performer/search'>, 'offset'>;

export const subscribersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSubscribers: build.infiniteQuery<Page<Subscriber>, SubscriberFilter, number>({
      ...pagesByOffset(listSubscribers),
      providesTags: ['Subscribers'],
    }),
    writeSubscriberNote: build.mutation<
      { _id: string; note: string },
      { readonly id: string; readonly note: string }
    >({
      queryFn: queryWith((services, { id, note }) => writeSubscriberNote(services, id, note)),
      invalidatesTags: (_note, problem) => (problem ? [] : ['Subscribers']),
    }),
  }),
});

export const { useListSubscribersInfiniteQuery, useWriteSubscriberNoteMutation } = subscribersApi;
