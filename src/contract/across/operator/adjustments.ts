import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Id, IdParams, KeyPage, Timestamp, listReply } from '../../core/schemas.ts';
import { PersonRef, Reasoned } from './parts.ts';

export const AdjustmentState = z.enum(['proposed', 'approved', 'declined']);
export type AdjustmentState = z.infer<typeof AdjustmentState>;
export const AdjustmentPurse = z.enum(['wallet', 'earnings']);
export type AdjustmentPurse = z.infer<typeof AdjustmentPurse>;

/** A correction of someone's wallet or earnings. One operator proposes it, another one decides. */
export const Adjustment = z.object({
  _id: Id,
  person: PersonRef,
  purse: AdjustmentPurse,
  amount: z
    .int()
    .describe('In cents of earnings, or in tokens of a wallet. Negative if it takes them from the person.'),
  currency: z.string(),
  reason: z.string().describe('As the person reads it.'),
  about: z
    .object({
      kind: z.enum(['order', 'payout', 'payment']),
      _id: Id.describe('The payout or payment; of an order, its payment.'),
      label: z.string(),
    })
    .nullable()
    .describe('What it is about, if anything in particular.'),
  state: AdjustmentState,
  proposedBy: z.string(),
  decidedBy: z.string().nullable(),
  decision: z.string().nullable().describe('Why it was approved or declined.'),
  isAlone: z.boolean().describe('Approved by whoever proposed it, because there was no other operator.'),
  isOwn: z.boolean().describe('You proposed it, so another operator has to approve it.'),
  isSelf: z.boolean().describe('It is about your own account, so another operator has to decide.'),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
});
export type Adjustment = z.infer<typeof Adjustment>;

/** More than this at once is a slip of the hand. */
const most = 100_000_000;
const AdjustmentDraft = z.strictObject({
  accountId: Id,
  purse: AdjustmentPurse,
  direction: z.enum(['give', 'take']),
  amount: z
    .int('Enter a whole number.')
    .min(1, 'Enter an amount.')
    .max(most, 'Enter a smaller amount.')
    .describe('In cents of earnings, or in tokens of a wallet.'),
  reason: Reasoned.shape.reason,
  reference: z
    .string()
    .trim()
    .max(200, 'Use at most 200 characters.')
    .default('')
    .describe('Number or id of the order, payout or payment that it is about.'),
});

const decision = (summary: string) =>
  op({ summary, access: 'operator', params: IdParams, body: Reasoned, reply: Adjustment, ours: true });

export const operatorAdjustments = {
  'GET /operator/adjustments': op({
    summary: 'Adjustments in one state: proposed ones longest waiting first, others newest first',
    access: 'operator',
    query: z.strictObject({
      ...KeyPage,
      state: AdjustmentState.optional(),
      accountId: Id.optional().describe('Only those of one person, in whatever state, newest first.'),
    }),
    reply: listReply(Adjustment),
    ours: true,
  }),
  'GET /operator/adjustments/:id': op({
    summary: 'One adjustment',
    access: 'operator',
    params: IdParams,
    reply: Adjustment,
    ours: true,
  }),
  'POST /operator/adjustments': op({
    summary: 'Propose to correct someone’s wallet or earnings; another operator has to approve it',
    access: 'operator',
    body: AdjustmentDraft,
    reply: Adjustment,
    status: 201,
    creates: true,
    ours: true,
  }),
  'POST /operator/adjustments/:id/approve': decision(
    'Approve an adjustment that another operator proposed; the person is told the reason it was proposed with',
  ),
  'POST /operator/adjustments/:id/decline': decision(
    'Decline an adjustment, or withdraw one’s own; nothing is booked',
  ),
};
