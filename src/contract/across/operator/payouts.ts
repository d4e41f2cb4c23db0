import { z } from 'zod';
import { PayoutMethodType, PayoutState } from '../../trade/payouts.ts';
import { op } from '../../core/op.ts';
import { Id, IdParams, KeyPage, Money, Timestamp, listReply } from '../../core/schemas.ts';
import { PersonRef, Proposal, Reasoned } from './parts.ts';

export const DeskPayout = z.object({
  _id: Id,
  performer: PersonRef,
  amount: Money,
  currency: z.string(),
  state: PayoutState,
  method: z.object({ type: PayoutMethodType, bank: z.string(), last4: z.string() }),
  lockedUntil: Timestamp.nullable().describe('Nothing may be paid there before.'),
  note: z.string(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: Timestamp,
});
export type DeskPayout = z.infer<typeof DeskPayout>;

export const PayoutStep = z.enum(['approve', 'process', 'pay', 'reject', 'fail', 'return']);
export type PayoutStep = z.infer<typeof PayoutStep>;
export const PayoutCase = DeskPayout.extend({
  proposal: Proposal.nullable().describe('An approval that a second operator has to confirm.'),
  needsTwo: z.boolean().describe('Its amount needs two operators to approve it.'),
  isOwn: z.boolean().describe('It is yours, so another operator has to decide on it.'),
  steps: z.array(PayoutStep).describe('What can be done with it now.'),
  timeline: z.array(z.object({ event: z.string(), by: z.string(), note: z.string(), at: Timestamp })),
});
export type PayoutCase = z.infer<typeof PayoutCase>;

const BankReference = z
  .string()
  .trim()
  .min(1, 'Enter the bank’s reference.')
  .max(200, 'Use at most 200 characters.');
const step = <Body extends z.ZodType>(summary: string, body: Body) =>
  op({ summary, access: 'operator', params: IdParams, body, reply: PayoutCase, ours: true });

export const operatorPayouts = {
  'GET /operator/payouts': op({
    summary: 'Payouts in one state, newest first; without one those that need action, longest waiting first',
    access: 'operator',
    query: z.strictObject({ ...KeyPage, state: PayoutState.optional() }),
    reply: listReply(DeskPayout),
    ours: true,
  }),
  'GET /operator/payouts/:id': op({
    summary: 'One payout with its timeline',
    access: 'operator',
    params: IdParams,
    reply: PayoutCase,
    ours: true,
  }),
  'POST /operator/payouts/:id/details': op({
    summary: 'Open the bank details of a payout; this is noted in the audit log',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({}),
    reply: z.object({
      details: z
        .array(z.object({ label: z.string(), value: z.string() }))
        .nullable()
        .describe('Null: the gateway sends it.'),
    }),
    ours: true,
  }),
  'POST /operator/payouts/:id/approve': step(
    'Approve a payout; above an amount, propose it or confirm another operator’s proposal',
    Reasoned,
  ),
  'POST /operator/payouts/:id/process': step(
    'Mark a payout as processing before the bank is instructed; the creator can’t cancel it from then on',
    z.strictObject({}),
  ),
  'POST /operator/payouts/:id/pay': step(
    'Mark a payout as paid',
    z.strictObject({ reference: BankReference }),
  ),
  'POST /operator/payouts/:id/reject': step('Reject a payout and return its money to the balance', Reasoned),
  'POST /operator/payouts/:id/fail': step(
    'Mark a payout as failed before it reached the bank; its money is back in the balance',
    Reasoned,
  ),
  'POST /operator/payouts/:id/return': step(
    'Mark a paid payout as returned by the bank; its money is back in the balance',
    Reasoned.extend({ reference: BankReference }),
  ),
  'POST /operator/payouts/:id/withdraw': step('Withdraw a proposed approval', Reasoned),
};
