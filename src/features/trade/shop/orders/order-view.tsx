import { routes } from '#config/routes.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getOrder } from '#services/trade/orders.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { OrderContent } from './order-content.tsx';
import type { Side } from './order-labels.tsx';

const PageSkeleton = () => (
  <Skeleton label="Loading the order">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={140} width="100%" />
      <SkeletonBlock height={120} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** An order from one side. Someone who opens the other side's URL still sees their own. */
function OrderView({ side }: { side: Side }) {
  const id = useRouteParam('id');
  const request = useRead(getOrder, id === '' ? null : { params: { id } });
  const number = request.currentData?.number;
  const [all, allText] =
    side === 'buyer' ? [routes.orders, 'All purchases'] : [routes.creatorOrders, 'All orders'];
  return (
    <>
      <PageHead title={number ? `Order ${number}` : 'Order'} unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Order not found"
            text="It may belong to another account."
            action={<ButtonLink href={all}>{allText}</ButtonLink>}
          />
        }
      >
        {(order) => <OrderContent order={order} all={all} />}
      </LoadedView>
    </>
  );
}

/** `/user/orders/[id]`. */
export const OwnOrderView = () => <OrderView side="buyer" />;
/** `/creator/orders/[id]`. */
export const SaleView = () => <OrderView side="seller" />;
