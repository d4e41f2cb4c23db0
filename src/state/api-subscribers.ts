import type { Subscriber } from '#contract/subscriptions';
import type { QueryOf } from '#services/call';
import { listSubscribers, writeSubscriberNote } from '#services/subscribers';
import { asks, pagesByOffset } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

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
      queryFn: asks((services, { id, note }) => writeSubscriberNote(services, id, note)),
      invalidatesTags: (_note, problem) => (problem ? [] : ['Subscribers']),
    }),
  }),
});

export const { useListSubscribersInfiniteQuery, useWriteSubscriberNoteMutation } = subscribersApi;
