import type { Desk } from '#contract/across/operator/desk.ts';
import { getDesk } from '#services/across/operator/desk.ts';
import { api } from '../../query/api.ts';
import { queryWith } from './with-proof.ts';

/**
 * Queries of the operator's desk. All of them have the tag `Desk`, and every action invalidates it: an action
 * shows up in the queue, in the case, in the person's timeline and in the counts of the navigation.
 */
export const deskApi = api.enhanceEndpoints({ addTagTypes: ['Desk'] });

const ownApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    getDesk: build.query<Desk, void>({
      queryFn: queryWith((services, _arg: void, signal) => getDesk(services, signal)),
      providesTags: ['Desk'],
    }),
  }),
});

export const { useGetDeskQuery } = ownApi;
