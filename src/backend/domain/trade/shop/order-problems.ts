import type { OrderAction } from '#contract/trade/orders.ts';
import { type OrderRow, type ProblemAction, type ProblemEffect, listSteps } from './order-state-machine.ts';

type Facts = Pick<OrderRow, 'state' | 'source' | 'address' | 'snapshot' | 'problemState'>;
type ProblemState = NonNullable<OrderRow['problemState']>;

interface ProblemMove {
  readonly by: 'buyer' | 'seller';
  readonly from: readonly ProblemState[];
}
/** What the sides do about a problem that was reported. */
const answers: Readonly<Record<Exclude<ProblemAction, 'report'>, ProblemMove>> = {
  answer: { by: 'seller', from: ['open'] },
  resend: { by: 'seller', from: ['open'] },
  solve: { by: 'buyer', from: ['open', 'answered', 'escalated'] },
  escalate: { by: 'buyer', from: ['answered'] },
};
export const isProblemAction = (name: OrderAction): name is ProblemAction =>
  name === 'report' || name in answers;
export const problemActionSide = (name: ProblemAction): 'buyer' | 'seller' =>
  name === 'report' ? 'buyer' : answers[name].by;

/** Both effects of a deadline end one side's time to answer. */
export const isProblemEffect = (effect: OrderRow['deadlineEffect']): effect is ProblemEffect =>
  effect === 'escalate' || effect === 'settle';

const turns: Readonly<Record<ProblemState, string>> = {
  open: 'The creator hasn’t answered yet.',
  answered: 'The creator has already answered.',
  escalated: 'The site is deciding about it.',
  closed: 'It’s closed.',
};

const wasShipped = ({ state, snapshot }: Facts): boolean =>
  snapshot.type === 'physical' && (state === 'shipped' || state === 'delivered' || state === 'closed');

function findReportRefusal(order: Facts): string | null {
  if (order.problemState !== null) return 'A problem was already reported for this order.';
  return wasShipped(order) && order.state !== 'closed'
    ? null
    : 'You can report a problem from when an order is shipped until it’s closed.';
}

/** A message saying why this can't be done about an order's problem now, or null if it can. */
export function findProblemRefusal(order: Facts, name: ProblemAction): string | null {
  if (name === 'report') return findReportRefusal(order);
  if (order.problemState === null) return 'No problem was reported for this order.';
  return answers[name].from.includes(order.problemState)
    ? null
    : `You can’t do that about this problem now. ${turns[order.problemState]}`;
}

/** A message saying why the seller can't refund an order now, or null if they can. */
export const findRefundRefusal = (order: Facts): string | null =>
  wasShipped(order) ? null : 'You can refund an order once it’s shipped. Before that, deny it.';

/** A message saying why the seller can't correct the tracking number now, or null if they can. */
export const findCorrectionRefusal = (order: Facts): string | null =>
  order.state === 'shipped' && order.snapshot.type === 'physical'
    ? null
    : 'You can correct the tracking number while an order is on its way.';

const problemActions = ['report', 'answer', 'resend', 'solve', 'escalate'] as const;

/** Everything that a side can do with an order now. */
export const listActions = (order: Facts, role: 'buyer' | 'seller'): OrderAction[] => [
  ...listSteps(order, role),
  ...problemActions.filter(
    (name) => problemActionSide(name) === role && findProblemRefusal(order, name) === null,
  ),
  ...(role === 'seller' && findRefundRefusal(order) === null ? (['refund'] as const) : []),
  ...(role === 'seller' && findCorrectionRefusal(order) === null ? (['correct'] as const) : []),
];
