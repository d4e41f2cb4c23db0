import type { OrderEventName, OrderProblem, OrderProblemReason } from '#contract/trade/orders.ts';

/** What a buyer can say is wrong with an order. */
export const problemLabels: Readonly<Record<OrderProblemReason, string>> = {
  'not-arrived': 'It hasn’t arrived',
  damaged: 'It arrived damaged',
  'wrong-item': 'It’s not what was ordered',
  incomplete: 'Something is missing',
  other: 'Something else is wrong',
};

export const problemOutcomeLabels: Readonly<Record<NonNullable<OrderProblem['outcome']>, string>> = {
  solved: 'Solved',
  refunded: 'Refunded',
  'partly-refunded': 'Partly refunded',
  'no-refund': 'No refund',
  'no-reply': 'Closed without a reply',
};

/** What happened to an order. */
export const orderEventLabels: Readonly<Record<OrderEventName, string>> = {
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
  reported: 'Problem reported',
  answered: 'Problem answered',
  resent: 'Shipped again',
  solved: 'Problem solved',
  escalated: 'Passed to the site',
  settled: 'Problem closed without a reply',
  'partly-refunded': 'Partly refunded',
  decided: 'Problem closed without a refund',
  corrected: 'Tracking number corrected',
};
