import Printer from 'lucide-react/icons/printer';
import { routes } from '#config/routes.ts';
import type { Order } from '#contract/trade/orders.ts';
import { formatNumber } from '#lib/format.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { AddressLines } from '#components/trade/shop/address-lines.tsx';
import { getOrder } from '#services/trade/orders.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './packing-slip.module.css';

const PageSkeleton = () => (
  <Skeleton label="Loading the packing slip">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={320} width="100%" />
    </Stack>
  </Skeleton>
);

/** What goes into the parcel: no prices, because it may be a gift. */
const Paper = ({ order, address }: { order: Order; address: NonNullable<Order['address']> }) => (
  <article aria-label={`Packing slip ${order.number}`} className={styles.paper}>
    <header>
      <p className={styles.from}>{order.performer.name}</p>
      <h2 className={styles.number}>Order {order.number}</h2>
      <p className={styles.from}>
        Ordered <time dateTime={order.createdAt}>{formatUtcDay(new Date(order.createdAt))}</time>
      </p>
    </header>
    <section aria-label="Ship to" className={styles.address}>
      <h3 className={styles.heading}>Ship to</h3>
      <AddressLines address={address} />
    </section>
    <table className={styles.items}>
      <caption className={styles.heading}>Contents</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{order.title}</td>
          <td>{formatNumber(order.quantity)}</td>
        </tr>
      </tbody>
    </table>
  </article>
);

function Content({ order }: { order: Order }) {
  const back = <ButtonLink href={routes.creatorOrder(order._id)}>View order</ButtonLink>;
  const { address, type, role } = order;
  if (role !== 'seller' || type !== 'physical' || address === null)
    return (
      <EmptyState
        title="No packing slip"
        text="You can print one for an order that you ship, once it has an address."
        action={back}
      />
    );
  return (
    <Stack gap={24}>
      <PageHeader
        title="Packing slip"
        actions={
          <>
            {back}
            <Button variant="primary" icon={<Printer size={18} />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <Paper order={order} address={address} />
    </Stack>
  );
}

/** `/creator/orders/[id]/slip`: what goes into the parcel of an order, to print. */
export function PackingSlipView() {
  const id = useRouteParam('id');
  const request = useRead(getOrder, id === '' ? null : { params: { id } });
  return (
    <>
      <PageHead title="Packing slip" unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Order not found"
            text="It may belong to another account."
            action={<ButtonLink href={routes.creatorOrders}>All orders</ButtonLink>}
          />
        }
      >
        {(order) => <Content order={order} />}
      </LoadedView>
    </>
  );
}
