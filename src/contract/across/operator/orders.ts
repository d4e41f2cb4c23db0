import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Id, IdParams, KeyPage, Timestamp, Tokens, listReply } from '../../core/schemas.ts';
import { OrderEvent, OrderPhotos, OrderProblem, OrderState } from '../../trade/orders.ts';
import { PersonRef, Reason } from './parts.ts';

export const DeskOrder = z.object({
  _id: Id,
  number: z.string(),
  title: z.string(),
  buyer: PersonRef,
  performer: PersonRef,
  total: Tokens,
  refundable: Tokens.describe('What of the total hasn’t been refunded yet, in tokens.'),
  problem: OrderProblem,
});
export type DeskOrder = z.infer<typeof DeskOrder>;

export const DeskOrderCase = DeskOrder.extend({
  problem: OrderProblem.nullable().describe('Null for an order without one.'),
  state: OrderState,
  quantity: z.int().describe('Number of pieces.'),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  paymentId: Id,
  isOwn: z.boolean().describe('You bought or sold it, so another operator has to decide.'),
  orderedAt: Timestamp,
  photos: OrderPhotos,
  timeline: z.array(OrderEvent),
});
export type DeskOrderCase = z.infer<typeof DeskOrderCase>;

export const OrderDecision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('refund'), reason: Reason }),
  z.strictObject({
    decision: z.literal('refund-part'),
    tokens: z
      .int()
      .min(1, 'Enter at least 1 token.')
      .max(1_000_000_000)
      .describe('What is refunded, in tokens.'),
    reason: Reason,
  }),
  z.strictObject({ decision: z.literal('close'), reason: Reason }),
]);
export type OrderDecision = z.infer<typeof OrderDecision>;

/** Calls of the desk about problems with orders that buyer and seller couldn't solve. */
export const operatorOrders = {
  'GET /operator/orders': op({
    summary: 'Orders whose problem waits for a decision, longest waiting first, or was closed, newest first',
    access: 'operator',
    query: z.strictObject({ ...KeyPage, state: z.enum(['escalated', 'closed']).default('escalated') }),
    reply: listReply(DeskOrder),
    ours: true,
  }),
  'GET /operator/orders/:id': op({
    summary: 'One order, and what its buyer and seller wrote about a problem',
    access: 'operator',
    params: IdParams,
    reply: DeskOrderCase,
    ours: true,
  }),
  'POST /operator/orders/:id/decide': op({
    summary: 'Decide about a problem: refund in whole or in part, or close it; both sides receive the reason',
    access: 'operator',
    params: IdParams,
    body: OrderDecision,
    reply: DeskOrderCase,
    ours: true,
  }),
};
