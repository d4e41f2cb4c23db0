import type { Order, OrderEffect, OrderRow, OrderState } from '#contract/trade/orders.ts';
import { formatTokens } from '#lib/format.ts';
import { orderEventLabels } from '#components/trade/shop/order-texts.ts';
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

/** The state of an order in words. */
export const orderStateText = (state: OrderState, side: Side): string => words[state][side];

/** The state of an order as a colored label, worded for buyer or seller. */
export const OrderStateChip = ({ state, side }: { state: OrderState; side: Side }) => (
  <Chip tone={words[state].tone}>{words[state][side]}</Chip>
);

const filters: readonly OrderState[] = ['paid', 'accepted', 'shipped', 'delivered', 'closed', 'refunded'];
export const listFilters = (
  side: Side,
): readonly { readonly state: OrderState | undefined; readonly label: string }[] => [
  { state: undefined, label: 'All' },
  ...filters.map((state) => ({ state, label: words[state][side] })),
];

type Dated = Pick<OrderRow, 'state' | 'deadline' | 'buyer' | 'performer'>;

const effects: Readonly<Record<OrderEffect, (order: Dated, side: Side) => string>> = {
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
      ? 'After that, it’s marked as delivered, unless you confirm it sooner.'
      : 'After that, it’s marked as delivered, unless the buyer confirms it sooner.',
  close: () => 'After that, the order is closed.',
  escalate: ({ performer }, side) =>
    side === 'seller'
      ? 'Answer by then, or the site decides.'
      : `Unless ${performer.name} answers by then, the site decides.`,
  settle: ({ buyer }, side) =>
    side === 'buyer'
      ? 'Reply by then, or the problem is closed.'
      : `Unless ${buyer.name} replies by then, the problem is closed.`,
};
const shortEffects: Readonly<Record<Exclude<OrderEffect, 'expire'>, Readonly<Record<Side, string>>>> = {
  deliver: { buyer: 'Marked as delivered', seller: 'Marked as delivered' },
  close: { buyer: 'Closed', seller: 'Closed' },
  escalate: { buyer: 'Passed to the site', seller: 'Answer' },
  settle: { buyer: 'Reply', seller: 'Problem closed' },
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
  if (deadline.effect !== 'expire') return shortEffects[deadline.effect][side];
  if (side === 'seller') return state === 'paid' ? 'Accept it' : 'Ship it';
  return state === 'paid' ? 'Accept or refund' : 'Ship or refund';
}

const automatic: ReadonlySet<string> = new Set(['delivered', 'expired', 'closed', 'escalated']);

/** Who caused an event, unless the event itself makes that clear. */
function byWhom(
  { by, event }: Order['timeline'][number],
  order: Pick<Order, 'buyer' | 'performer' | 'role'>,
): string {
  if (by === 'operator') return ' by the site';
  if (by === 'system') return automatic.has(event) ? ' automatically' : '';
  const { name } = by === 'buyer' ? order.buyer : order.performer;
  return by === order.role ? ' by you' : ` by ${name}`;
}

function whatHappened(
  { event, tokens }: Order['timeline'][number],
  { source }: Pick<Order, 'source'>,
): string {
  if (event === 'paid' && source === 'auction') return 'Won and paid';
  return tokens === null ? orderEventLabels[event] : `${formatTokens(tokens)} refunded`;
}

export const eventText = (
  event: Order['timeline'][number],
  order: Pick<Order, 'buyer' | 'performer' | 'role' | 'source'>,
): string => `${whatHappened(event, order)}${byWhom(event, order)}`;
