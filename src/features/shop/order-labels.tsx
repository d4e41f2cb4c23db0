import type { Order, OrderEventName, OrderRow, OrderState } from '#contract/orders.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';

export type Side = 'buyer' | 'seller';

const words: Readonly<
  Record<OrderState, { readonly tone: ChipTone; readonly buyer: string; readonly seller: string }>
> = {
  paid: { tone: 'warning', buyer: 'Waiting for the creator', seller: 'To accept' },
  accepted: { tone: 'primary', buyer: 'Preparing', seller: 'To ship' },
  shipped: { tone: 'primary', buyer: 'Shipped', seller: 'Shipped' },
  delivered: { tone: 'success', buyer: 'Delivered', seller: 'Delivered' },
  closed: { tone: 'neutral', buyer: 'Closed', seller: 'Closed' },
  denied: { tone: 'danger', buyer: 'Denied', seller: 'Denied' },
  expired: { tone: 'danger', buyer: 'Expired', seller: 'Expired' },
  cancelled: { tone: 'neutral', buyer: 'Canceled', seller: 'Canceled' },
  refunded: { tone: 'neutral', buyer: 'Refunded', seller: 'Refunded' },
};

/** The state of an order as a colored label, worded for buyer or seller. */
export const OrderStateChip = ({ state, side }: { state: OrderState; side: Side }) => (
  <Chip tone={words[state].tone}>{words[state][side]}</Chip>
);

const filters: readonly OrderState[] = ['paid', 'accepted', 'shipped', 'delivered', 'closed', 'refunded'];
export const filtersOf = (
  side: Side,
): readonly { readonly state: OrderState | undefined; readonly label: string }[] => [
  { state: undefined, label: 'All' },
  ...filters.map((state) => ({ state, label: words[state][side] })),
];

type Dated = Pick<OrderRow, 'state' | 'deadline' | 'buyer' | 'performer'>;

const effects: Readonly<Record<'expire' | 'deliver' | 'close', (order: Dated, side: Side) => string>> = {
  expire: ({ state, buyer, performer }, side) => {
    const todo =
      state === 'paid'
        ? side === 'seller'
          ? 'Accept it'
          : `${performer.name} accepts it`
        : side === 'seller'
          ? 'Ship it'
          : `${performer.name} ships it`;
    return side === 'seller'
      ? `${todo} by then, or the order is canceled and ${buyer.name} gets the tokens back.`
      : `Unless ${todo} by then, the order is canceled and you get your tokens back.`;
  },
  deliver: (_order, side) =>
    side === 'buyer'
      ? 'It’s marked as delivered then, unless you confirm it sooner.'
      : 'It’s marked as delivered then, unless the buyer confirms it sooner.',
  close: () => 'The order closes then.',
};

/** The next automatic step as a sentence; null if there is none. */
export const effectText = (order: Dated, side: Side): string | null =>
  order.deadline ? effects[order.deadline.effect](order, side) : null;

/** The next automatic step in a word or two, shown next to its deadline in lists. */
export function shortEffect(
  { state, deadline }: Pick<OrderRow, 'state' | 'deadline'>,
  side: Side,
): string | null {
  if (!deadline) return null;
  if (deadline.effect !== 'expire') return deadline.effect === 'deliver' ? 'Marked as delivered' : 'Closed';
  if (side === 'seller') return state === 'paid' ? 'Accept it' : 'Ship it';
  return state === 'paid' ? 'Accept or refund' : 'Ship or refund';
}

const events: Readonly<Record<OrderEventName, string>> = {
  paid: 'Ordered and paid',
  accepted: 'Accepted',
  shipped: 'Shipped',
  delivered: 'Delivered',
  closed: 'Closed',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Canceled',
  refunded: 'Tokens refunded',
  address: 'Delivery address changed',
};

/** Who caused an event, unless the event itself makes that clear. */
function byWhom(
  { by, event }: Order['timeline'][number],
  order: Pick<Order, 'buyer' | 'performer' | 'role'>,
): string {
  if (by === 'operator') return ' by the site';
  if (by === 'system')
    return event === 'delivered' || event === 'expired' || event === 'closed' ? ' automatically' : '';
  const { name } = by === 'buyer' ? order.buyer : order.performer;
  return by === order.role ? ' by you' : ` by ${name}`;
}

export const eventText = (
  event: Order['timeline'][number],
  order: Pick<Order, 'buyer' | 'performer' | 'role' | 'source'>,
): string =>
  `${event.event === 'paid' && order.source === 'auction' ? 'Won and paid' : events[event.event]}${byWhom(event, order)}`;
