import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Done, Id, IdParams, KeyPage, Money, Timestamp, listReply } from '../../core/schemas.ts';
import { PersonRef, Reasoned } from './parts.ts';

export const DeskPayment = z.object({
  _id: Id,
  kind: z.string(),
  description: z.string(),
  amount: z.int().describe('What the payer paid, in cents or tokens, as `unit` says.'),
  unit: z.enum(['money', 'token']),
  currency: z.string(),
  paidBy: PersonRef.nullable(),
  earnedBy: PersonRef.nullable(),
  gatewayRef: z.string().nullable().describe('The gateway’s reference, for card payments.'),
  isRefunded: z.boolean(),
  createdAt: Timestamp,
});
export type DeskPayment = z.infer<typeof DeskPayment>;

const DisputeState = z.enum(['open', 'won', 'lost']);
export const DeskDispute = z.object({
  _id: Id,
  gatewayId: z.string(),
  state: DisputeState,
  amount: Money,
  currency: z.string(),
  reason: z.string(),
  payer: PersonRef,
  description: z.string().nullable(),
  transactionId: Id.nullable().describe('The disputed payment.'),
  createdAt: Timestamp,
});
export type DeskDispute = z.infer<typeof DeskDispute>;

export const operatorPayments = {
  'GET /operator/payments/:id': op({
    summary: 'One payment',
    access: 'operator',
    params: IdParams,
    reply: DeskPayment,
    ours: true,
  }),
  'POST /operator/payments/:id/refund': op({
    summary: 'Refund a payment and revoke what it paid for; the payer receives the reason',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
  'GET /operator/disputes': op({
    summary: 'Payments disputed by cardholders: open ones longest waiting first, others newest first',
    access: 'operator',
    query: z.strictObject({ ...KeyPage, state: DisputeState.default('open') }),
    reply: listReply(DeskDispute),
    ours: true,
  }),
};
