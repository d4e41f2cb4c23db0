import { routes } from '#config/routes.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { useRouteParam } from '#components/lists/query-params.ts';
import { useGetOrderQuery } from '#state/api/orders.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
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

interface NoOrderProps {
  readonly error: unknown;
  readonly busy: boolean;
  readonly all: string;
  readonly onRetry: () => void;
}

/** Instead of the order: it is on its way, somebody else's, or didn't come. */
function NoOrder({ error, busy, all, onRetry }: NoOrderProps) {
  if (!error) return <PageSkeleton />;
  if (problemCode(error) !== 'not_found')
    return <ErrorState level={1} text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return (
    <EmptyState
      level={1}
      title="Order not found"
      text="It may belong to another account."
      action={<ButtonLink href={all}>All orders</ButtonLink>}
    />
  );
}

/** One order from one side. Whoever comes by the other side's address sees it from their own. */
function OrderView({ side }: { side: Side }) {
  const id = useRouteParam('id');
  const { currentData: order, error, isFetching, refetch } = useGetOrderQuery(id, { skip: id === '' });
  const all = side === 'buyer' ? routes.orders : routes.creatorOrders;
  return (
    <>
      <PageHead title={order ? `Order ${order.number}` : 'Order'} unlisted />
      {order ? (
        <OrderContent order={order} all={all} />
      ) : (
        <NoOrder error={error} busy={isFetching} all={all} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** `/user/orders/[id]`. */
export const OwnOrderView = () => <OrderView side="buyer" />;
/** `/creator/orders/[id]`. */
export const SaleView = () => <OrderView side="seller" />;
