import type { Order, OrderProblem } from '#contract/trade/orders.ts';
import { problemLabels } from '#components/trade/shop/order-texts.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import type { Side } from './order-labels.tsx';

type Text = (order: Pick<Order, 'buyer' | 'performer'>) => string;
const outcomes: Readonly<Record<NonNullable<OrderProblem['outcome']>, Readonly<Record<Side, Text>>>> = {
  solved: {
    buyer: () => 'You said it’s solved.',
    seller: ({ buyer }) => `${buyer.name} said it’s solved.`,
  },
  refunded: { buyer: () => 'The order was refunded.', seller: () => 'The order was refunded.' },
  'partly-refunded': {
    buyer: () => 'The site decided to refund part of the order.',
    seller: () => 'The site decided to refund part of the order.',
  },
  'no-refund': {
    buyer: () => 'The site decided not to refund the order.',
    seller: () => 'The site decided not to refund the order.',
  },
  'no-reply': {
    buyer: () => 'It was closed because you didn’t reply.',
    seller: ({ buyer }) => `It was closed because ${buyer.name} didn’t reply.`,
  },
};

const onHold = 'What you earned with this order is on hold until then.';
const turns: Readonly<Record<Exclude<OrderProblem['state'], 'closed'>, Readonly<Record<Side, Text>>>> = {
  open: {
    buyer: ({ performer }) =>
      `${performer.name} was asked to answer. If that takes too long, the site decides.`,
    seller: () => `Answer, send it again or refund it. If you don’t, the site decides. ${onHold}`,
  },
  answered: {
    buyer: ({ performer }) => `${performer.name} answered. Say that it’s solved, or ask the site to decide.`,
    seller: ({ buyer }) => `It’s up to ${buyer.name} to reply. ${onHold}`,
  },
  escalated: {
    buyer: () => 'The site is looking into it and decides about a refund.',
    seller: () => `The site is looking into it and decides about a refund. ${onHold}`,
  },
};

/** The problem with an order, and whose turn it is. */
export function ProblemNotice({ order }: { order: Order }) {
  const { problem, role } = order;
  if (!problem) return null;
  const { state, outcome } = problem;
  const text = state === 'closed' ? outcome && outcomes[outcome][role] : turns[state][role];
  return (
    <Notice
      tone={state === 'closed' ? 'info' : 'warning'}
      title={`Problem: ${problemLabels[problem.reason]}`}
    >
      {text ? <p>{text(order)}</p> : null}
    </Notice>
  );
}
