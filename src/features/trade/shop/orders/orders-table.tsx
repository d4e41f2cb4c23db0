import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import type { OrderRow } from '#contract/trade/orders.ts';
import { OwnTime } from '#components/base/ranges/own-time.tsx';
import { PersonName } from '#components/people/accounts/person.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { OrderStateChip, type Side, shortEffect } from './order-labels.tsx';
import styles from './orders.module.css';

const pickCover = ({ cover }: OrderRow): string | null =>
  cover?.thumbnails[0]?.url ?? cover?.sizes[0]?.url ?? null;

const What = ({ order, href }: { order: OrderRow; href: string }) => {
  const cover = pickCover(order);
  return (
    <Link href={href} className={styles.what}>
      <span className={styles.thumb}>
        {cover ? <img src={cover} alt="" width={48} height={48} loading="lazy" /> : null}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {order.quantity > 1 ? `${order.quantity} × ` : ''}
          {order.title}
        </span>
        <span className={styles.number}>{order.number}</span>
      </span>
    </Link>
  );
};

const Next = ({ order, side }: { order: OrderRow; side: Side }) =>
  order.deadline ? (
    <>
      <span className={styles.whole}>{shortEffect(order, side)}</span>{' '}
      <RelativeTime iso={order.deadline.at} className={styles.number ?? ''} />
    </>
  ) : (
    <>
      –<VisuallyHidden>Complete</VisuallyHidden>
    </>
  );

/** The columns for buyers or sellers. */
export const columnsFor = (side: Side): readonly Column<OrderRow>[] => [
  {
    key: 'what',
    title: 'Order',
    main: true,
    cell: (order) => (
      <What
        order={order}
        href={side === 'buyer' ? routes.order(order._id) : routes.creatorOrder(order._id)}
      />
    ),
  },
  {
    key: 'who',
    from: 700,
    title: side === 'buyer' ? 'Creator' : 'Buyer',
    cell: (order) => <PersonName person={side === 'buyer' ? order.performer : order.buyer} />,
  },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state, problem }) => (
      <>
        <OrderStateChip state={state} side={side} />{' '}
        {problem && problem.state !== 'closed' ? <Chip tone="danger">Problem</Chip> : null}
      </>
    ),
  },
  { key: 'next', title: 'Next', cell: (order) => <Next order={order} side={side} /> },
  {
    key: 'when',
    title: 'Ordered',
    from: 800,
    whole: true,
    // What one sells is in sums by day; what one bought isn't.
    cell: ({ createdAt }) =>
      side === 'seller' ? <OwnTime iso={createdAt} /> : <RelativeTime iso={createdAt} />,
  },
  {
    key: 'total',
    title: 'Total',
    end: true,
    cell: ({ total }) => <Tokens tokens={total} className={styles.paid ?? ''} />,
  },
];
