import type { Order, OrderRow } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import { getOrder, listOrders, listSales, updateDeliveryAddress, updateOrder } from '#services/orders.ts';
import { buyProduct, getDownloadLink } from '#services/products.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '../query/tags.ts';
import { api } from '../query/api.ts';
import type { AppDispatch } from '../store.ts';
import { currentUserChanged } from '../session/user.ts';

export type OrderFilter = Pick<QueryOf<'GET /orders/search'>, 'state' | 'q' | 'limit'>;
interface Purchase {
  readonly productId: string;
  readonly body: BodyOf<'POST /wallet/charges/product/:id'>;
  /** From `newIntentKey()`, once for an intent. */
  readonly key: string;
}
export type Bought = ReplyOf<'POST /wallet/charges/product/:id'>;

/** What the server made of an order stands on its page at once; the rest is asked for again. */
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

/** Orders of both sides, and how one comes to be. */
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
    updateOrder: build.mutation<
      Order,
      { readonly id: string; readonly body: BodyOf<'PUT /orders/:id/update'> }
    >({
      queryFn: queryWith((services, { id, body }) => updateOrder(services, id, body)),
      onQueryStarted: showMoved,
      // Refused too: somebody or the clock was quicker, and the screen should say so.
      invalidatesTags: [...moved],
    }),
    updateDeliveryAddress: build.mutation<
      Order,
      { readonly id: string; readonly body: BodyOf<'PUT /orders/:id/update/delivery-address'> }
    >({
      queryFn: queryWith((services, { id, body }) => updateDeliveryAddress(services, id, body)),
      onQueryStarted: showMoved,
      invalidatesTags: (_order, problem) => (problem ? [] : ['Orders', 'Sales']),
    }),
    buyProduct: build.mutation<Bought, Purchase>({
      queryFn: queryWith((services, { productId, body, key }) =>
        buyProduct(services, productId, { body, key }),
      ),
      async onQueryStarted(_purchase, { dispatch, queryFulfilled }) {
        // The answer tells the balance before the event does.
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(currentUserChanged({ balance: answer.data.balance }));
      },
      // Refused too: the price or the stock may have changed.
      invalidatesTags: (_bought, problem, { productId }) => [
        { type: 'Product', id: productId },
        ...(problem ? [] : (['Wallet', 'Orders', 'Library', 'Products'] as const)),
      ],
    }),
    /** Each is counted, so it is asked for when it is wanted and not before. */
    downloadLink: build.mutation<ReplyOf<'GET /performer-assets/products/:id/download-link'>, string>({
      queryFn: queryWith(getDownloadLink),
      invalidatesTags: (_link, problem) => (problem ? [] : ['Orders']),
    }),
  }),
});

export const {
  useListOrdersInfiniteQuery,
  useListSalesInfiniteQuery,
  useGetOrderQuery,
  useUpdateOrderMutation,
  useUpdateDeliveryAddressMutation,
  useBuyProductMutation,
  useDownloadLinkMutation,
} = ordersApi;
