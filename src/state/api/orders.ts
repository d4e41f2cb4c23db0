import type { Order, OrderRow } from '#contract/trade/orders.ts';
import type { Downloads } from '#contract/trade/products.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  getOrder,
  listOrders,
  listSales,
  refundOrder,
  updateDeliveryAddress,
  updateOrder,
} from '#services/trade/orders.ts';
import { buyProduct, getArchiveLink, getDownloadLink, listDownloads } from '#services/trade/products.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';
import type { AppDispatch } from '../store.ts';
import { currentUserChanged } from '../session/user.ts';

export type OrderFilter = Pick<QueryOf<'GET /orders/search'>, 'state' | 'q' | 'limit'>;
interface Purchase {
  readonly productId: string;
  readonly body: BodyOf<'POST /wallet/charges/product/:id'>;
  /** An idempotency key from `newIdempotencyKey()`, one per purchase. */
  readonly key: string;
}
interface OrderRefund {
  readonly id: string;
  readonly body: BodyOf<'POST /orders/:id/refunds'>;
  /** An idempotency key from `newIdempotencyKey()`, one per refund. */
  readonly key: string;
}
interface OrderCall<R extends 'PUT /orders/:id/update' | 'PUT /orders/:id/update/delivery-address'> {
  readonly id: string;
  readonly body: BodyOf<R>;
}
export type Bought = ReplyOf<'POST /wallet/charges/product/:id'>;

/** Shows the order from the response at once; lists are refetched. */
async function showMoved(
  { id }: { readonly id: string },
  {
    dispatch,
    queryFulfilled,
  }: { readonly dispatch: AppDispatch; readonly queryFulfilled: Promise<{ readonly data: Order }> },
): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer)
    dispatch(
      api.util.updateQueryData('getOrder' as never, id as never, (() => answer.data) as never) as never,
    );
}

const moved: readonly Tag[] = ['Orders', 'Sales', 'Wallet', 'Earnings', 'OwnProducts'];

/** Orders of buyers and sellers, and placing one. */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: build.infiniteQuery<Page<OrderRow>, OrderFilter, string | null>({
      ...pagesByKey(listOrders),
      providesTags: ['Orders'],
    }),
    listSales: build.infiniteQuery<Page<OrderRow>, OrderFilter, string | null>({
      ...pagesByKey(listSales),
      providesTags: ['Sales'],
    }),
    getOrder: build.query<Order, string>({ queryFn: queryWith(getOrder), providesTags: ['Orders', 'Sales'] }),
    updateOrder: build.mutation<Order, OrderCall<'PUT /orders/:id/update'>>({
      queryFn: queryWith((services, { id, body }) => updateOrder(services, id, body)),
      onQueryStarted: showMoved,
      // Also after an error, because someone else or a deadline may have been faster.
      invalidatesTags: [...moved],
    }),
    refundOrder: build.mutation<Order, OrderRefund>({
      queryFn: queryWith((services, { id, body, key }) => refundOrder(services, id, { body, key })),
      onQueryStarted: showMoved,
      invalidatesTags: [...moved],
    }),
    updateDeliveryAddress: build.mutation<Order, OrderCall<'PUT /orders/:id/update/delivery-address'>>({
      queryFn: queryWith((services, { id, body }) => updateDeliveryAddress(services, id, body)),
      onQueryStarted: showMoved,
      invalidatesTags: (_order, problem) => (problem ? [] : ['Orders', 'Sales']),
    }),
    buyProduct: build.mutation<Bought, Purchase>({
      queryFn: queryWith((services, { productId, body, key }) =>
        buyProduct(services, productId, { body, key }),
      ),
      async onQueryStarted(_purchase, { dispatch, queryFulfilled }) {
        // The response contains the balance before the socket event arrives.
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(currentUserChanged({ balance: answer.data.balance }));
      },
      // Also after an error, because the price or stock may have changed.
      invalidatesTags: (_bought, problem, { productId }) => [
        { type: 'Product', id: productId },
        ...(problem ? [] : (['Wallet', 'Orders', 'Library', 'Products'] as const)),
      ],
    }),
    /** A mutation rather than a query, because each link counts as a download. */
    downloadLink: build.mutation<
      ReplyOf<'GET /performer-assets/products/:id/download-link'>,
      { readonly id: string; readonly fileId?: string | undefined }
    >({
      queryFn: queryWith((services, wanted) => getDownloadLink(services, wanted)),
      invalidatesTags: (_link, problem) => (problem ? [] : ['Orders']),
    }),
    listDownloads: build.query<Downloads, string>({
      queryFn: queryWith(listDownloads),
      providesTags: ['Orders'],
    }),
    downloadAll: build.mutation<ReplyOf<'POST /performer-assets/products/:id/download-all'>, string>({
      queryFn: queryWith((services, id) => getArchiveLink(services, id)),
      invalidatesTags: (_link, problem) => (problem ? [] : ['Orders']),
    }),
  }),
});

export const {
  useListOrdersInfiniteQuery,
  useListSalesInfiniteQuery,
  useGetOrderQuery,
  useUpdateOrderMutation,
  useRefundOrderMutation,
  useUpdateDeliveryAddressMutation,
  useBuyProductMutation,
  useDownloadLinkMutation,
  useListDownloadsQuery,
  useDownloadAllMutation,
} = ordersApi;
