import type { OrderAction, OrderEffect, OrderState } from '#contract/trade/orders.ts';
import type { orders } from '../../../db/schema/shop.ts';

export type OrderRow = typeof orders.$inferSelect;
export type Actor = 'buyer' | 'seller' | 'system' | 'operator';
/** What a person does about a problem after shipping; see `order-problems.ts`. */
export type ProblemAction = 'report' | 'answer' | 'resend' | 'solve' | 'escalate';
export type ProblemEffect = 'escalate' | 'settle';
/** Actions by a person, by a deadline, and a refund, by the operator or after shipping. */
export type MoveName = Exclude<OrderAction, ProblemAction | 'correct'> | Exclude<OrderEffect, ProblemEffect>;

interface Move {
  readonly by: Actor;
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  /** The money is refunded immediately: the order passes through `to` and ends as refunded. */
  readonly refunds?: boolean;
}

/** All transitions. Anything else is refused. */
export const moves: Readonly<Record<MoveName, Move>> = {
  accept: { by: 'seller', from: ['paid'], to: 'accepted' },
  ship: { by: 'seller', from: ['accepted'], to: 'shipped' },
  deny: { by: 'seller', from: ['paid', 'accepted'], to: 'denied', refunds: true },
  cancel: { by: 'buyer', from: ['paid'], to: 'cancelled', refunds: true },
  confirm: { by: 'buyer', from: ['shipped'], to: 'delivered' },
  expire: { by: 'system', from: ['paid', 'accepted'], to: 'expired', refunds: true },
  deliver: { by: 'system', from: ['shipped'], to: 'delivered' },
  close: { by: 'system', from: ['delivered'], to: 'closed' },
  refund: { by: 'operator', from: ['paid', 'accepted', 'shipped', 'delivered', 'closed'], to: 'refunded' },
};

type Facts = Pick<OrderRow, 'state' | 'source' | 'address' | 'snapshot' | 'problemState'>;

const whatItIs: Record<OrderState, string> = {
  paid: 'It’s paid but not accepted yet.',
  accepted: 'It’s already accepted.',
  shipped: 'It’s already shipped.',
  delivered: 'It’s already delivered.',
  closed: 'It’s closed.',
  denied: 'It was denied.',
  expired: 'It has expired.',
  cancelled: 'It was canceled.',
  refunded: 'It was refunded.',
};

export const hasOpenProblem = ({ problemState }: Pick<OrderRow, 'problemState'>): boolean =>
  problemState !== null && problemState !== 'closed';

/** A message saying why an order can't make this transition now, or null if it can. */
export function findMoveRefusal(order: Facts, name: MoveName): string | null {
  if (order.snapshot.type === 'digital' && name !== 'refund')
    return 'Downloads are delivered right away, so there’s nothing left to do.';
  if (!moves[name].from.includes(order.state))
    return `You can’t do that with this order anymore. ${whatItIs[order.state]}`;
  if (name === 'ship' && order.address === null)
    return 'The buyer hasn’t added a delivery address yet, so you can’t ship it.';
  if (name === 'cancel' && order.source === 'auction')
    return 'You can’t cancel a winning bid. Contact the creator.';
  if (name === 'confirm' && hasOpenProblem(order))
    return 'You reported a problem with this order. Say that it’s solved instead.';
  return null;
}

const steps = ['accept', 'ship', 'deny', 'confirm', 'cancel'] as const;

/** The steps that a side can take now, apart from problems and refunds. */
export const listSteps = (order: Facts, role: 'buyer' | 'seller'): OrderAction[] =>
  steps.filter((name) => moves[name].by === role && findMoveRefusal(order, name) === null);

/** Whether the buyer can still set the delivery address. */
export const takesAddress = ({ state, snapshot }: Facts): boolean =>
  snapshot.type === 'physical' && (state === 'paid' || state === 'accepted');

export interface OrderDays {
  readonly orderAcceptDays: number;
  readonly orderShipDays: number;
  readonly orderDeliverDays: number;
  readonly orderCloseDays: number;
}

/** What happens automatically after an order has been in a state for a number of days. */
export function automaticMove(
  state: OrderState,
  days: OrderDays,
  processingDays: number,
): { effect: OrderEffect; days: number } | null {
  if (state === 'paid') return { effect: 'expire', days: days.orderAcceptDays };
  if (state === 'accepted') return { effect: 'expire', days: processingDays + days.orderShipDays };
  if (state === 'shipped') return { effect: 'deliver', days: days.orderDeliverDays };
  return state === 'delivered' ? { effect: 'close', days: days.orderCloseDays } : null;
}
