import { useRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OrderRow, OrderState } from '#contract/trade/orders.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { PinnedViews, pinnedViews } from '#components/base/lists/pinned-views.tsx';
import { listQuestion } from '#services/http/endpoints.ts';
import { listOrders, listSales } from '#services/trade/orders.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { DataTable, type DataTableProps } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { InfinitePages } from '#ui/layout/paged-rows.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { type Side, listFilters } from './order-labels.tsx';
import { OrdersBar } from './orders-bar.tsx';
import { OrdersExport } from './orders-export.tsx';
import { columnsFor } from './orders-table.tsx';

const findState = (side: Side, requested: unknown): OrderState | undefined =>
  listFilters(side).find(({ state }) => state !== undefined && state === requested)?.state;

const orders = (side: Side, state: OrderState | undefined) =>
  listQuestion<'GET /orders/search' | 'GET /orders/users/search'>(
    side === 'seller' ? listSales : listOrders,
    {
      query: state ? { state } : {},
    },
  );

/** What a buyer's page asks first. */
export const orderQuestions = (get: (name: string) => string) => [
  orders('buyer', findState('buyer', get('state'))),
];
/** The same for a seller's. */
export const saleQuestions = (get: (name: string) => string) => [
  orders('seller', findState('seller', get('state'))),
  pinnedViews('orders'),
];

/** The state filter, kept in the URL so that it survives a reload and can be shared. */
function useStateFilter(side: Side) {
  const router = useRouter();
  const state = findState(side, router.query['state']);
  const choose = (next: OrderState | undefined) =>
    void router.replace({ pathname: router.pathname, query: next ? { state: next } : {} }, undefined, {
      shallow: true,
      scroll: false,
    });
  return { state, choose };
}

interface ListProps {
  readonly side: Side;
  readonly state: OrderState | undefined;
  readonly choose: (state: OrderState | undefined) => void;
  readonly query: InfinitePages<OrderRow>;
  readonly nothing: ReactNode;
}

/** The table of a seller, who can accept several orders at once. */
function SalesTable(table: Omit<DataTableProps<OrderRow, never>, 'name' | 'selection'>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const none = () => setChosen([]);
  return (
    <DataTable
      name="orders"
      rowHeight={72}
      {...table}
      selection={{
        chosen,
        onChoose: setChosen,
        getRowName: ({ number }) => number,
        bar: (orders, onAll) => <OrdersBar orders={orders} onAll={onAll} onNone={none} />,
      }}
    />
  );
}

/** A read-only table for buyers, a studio table for sellers. */
function List({ side, state, choose, query, nothing }: ListProps) {
  const table = {
    caption: 'Orders',
    columns: columnsFor(side),
    query,
    empty: state ? (
      <EmptyState compact title="No orders with this status" text="Try another status." />
    ) : (
      nothing
    ),
  };
  return (
    <Stack>
      <ChipRow label="Status">
        {listFilters(side).map((each) => (
          <ChipButton key={each.label} pressed={state === each.state} onClick={() => choose(each.state)}>
            {each.label}
          </ChipButton>
        ))}
      </ChipRow>
      {side === 'seller' ? <PinnedViews list="orders" /> : null}
      {side === 'seller' ? <SalesTable key={state} {...table} /> : <PagedTable {...table} />}
    </Stack>
  );
}

/** `/user/orders`: the user's orders with state and next step. */
export function OrdersView() {
  const filter = useStateFilter('buyer');
  const query = useListQuestion(orders('buyer', filter.state));
  return (
    <Stack gap={24}>
      <PageHead title="Purchases" unlisted />
      <PageHeader title="Purchases" />
      <List
        side="buyer"
        {...filter}
        query={query}
        nothing={
          <EmptyState
            title="No orders yet"
            text="Products you buy appear here."
            action={
              <ButtonLink href={routes.search} variant="primary">
                Find creators
              </ButtonLink>
            }
          />
        }
      />
    </Stack>
  );
}

/** `/creator/orders`: orders that the creator has received. */
export function SalesView() {
  const filter = useStateFilter('seller');
  const query = useListQuestion(orders('seller', filter.state));
  return (
    <Stack gap={24}>
      <PageHead title="Orders" unlisted />
      <PageHeader
        title="Orders"
        text="Accept, ship or deny orders. Orders you don’t answer in time are refunded."
        actions={<OrdersExport state={filter.state} />}
      />
      <List
        side="seller"
        {...filter}
        query={query}
        nothing={
          <EmptyState
            title="No orders yet"
            text="Orders appear here when someone buys a product or wins an auction."
            action={
              <ButtonLink href={routes.creatorProducts} variant="primary">
                View products
              </ButtonLink>
            }
          />
        }
      />
    </Stack>
  );
}
