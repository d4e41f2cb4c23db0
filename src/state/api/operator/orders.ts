import type { DeskOrder, DeskOrderCase, OrderDecision } from '#contract/across/operator/orders.ts';
import type { QueryOf } from '#services/http/call.ts';
import { decideOnOrder, getDeskOrder, listDeskOrders } from '#services/across/operator/orders.ts';
import type { Page } from '../../query/query-adapter.ts';
import { pagesByKey, queryWith } from './with-proof.ts';
import { deskApi } from './desk.ts';

const own = deskApi.injectEndpoints({
  endpoints: (build) => ({
    listDeskOrders: build.infiniteQuery<Page<DeskOrder>, QueryOf<'GET /operator/orders'>, string | null>({
      ...pagesByKey(listDeskOrders),
      providesTags: ['Desk'],
    }),
    getDeskOrder: build.query<DeskOrderCase, string>({
      queryFn: queryWith(getDeskOrder),
      providesTags: ['Desk'],
    }),
    decideOnOrder: build.mutation<DeskOrderCase, { readonly id: string; readonly decision: OrderDecision }>({
      queryFn: queryWith((services, { id, decision }) => decideOnOrder(services, id, decision)),
      // Also after an error, because another operator may have been faster.
      invalidatesTags: ['Desk'],
    }),
  }),
});

export const { useListDeskOrdersInfiniteQuery, useGetDeskOrderQuery, useDecideOnOrderMutation } = own;
