import { z } from 'zod';
import { Id, KeyPage, Money, PerformerCard, SignedMoney, Timestamp, listOf } from './common.ts';
import { op, pending } from './op.ts';

export const EarningSource = z.enum(['subscription', 'tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream', 'auction', 'refund']);
const Range = { from: Timestamp.optional(), to: Timestamp.optional() };
const Figures = z.object({ gross: SignedMoney, commission: SignedMoney, net: SignedMoney, count: z.int() });

export const earnings = {
  'GET /performer/earning/stats': op({
    summary: 'What the creator earned in a range, all from the ledger, in cents',
    access: 'performer',
    query: z.strictObject(Range),
    reply: z.object({
      total: Figures,
      bySource: z.array(Figures.extend({ source: EarningSource })),
      /** `total` and `available` go below zero when a sale is refunded after it was paid out. */
      balance: z.object({ total: SignedMoney, available: SignedMoney, onHold: Money, nextAvailableAt: Timestamp.nullable() }),
    }),
  }),
  'GET /performer/earning/search': op({
    summary: 'The ledger rows behind the figures, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, ...Range, source: EarningSource.optional() }),
    reply: listOf(z.object({
      _id: Id,
      source: EarningSource,
      description: z.string(),
      from: PerformerCard.nullable(),
      gross: SignedMoney,
      commission: SignedMoney,
      net: SignedMoney,
      availableAt: Timestamp,
      createdAt: Timestamp,
    })),
  }),
  'GET /referral-earnings/stats': pending('user', 'What referrals brought'),
  'GET /referral-earnings/search': pending('user', 'Referral earnings'),
};

export const payouts = {
  'POST /payout-requests/calculate': pending('performer', 'What a payout would bring'),
  'GET /payout-requests/user/search': pending('performer', 'The own payout requests'),
  'POST /payout-requests': pending('performer', 'Request a payout'),
  'PUT /payout-requests/:id': pending('performer', 'Change a pending payout request'),
  'GET /payout-requests/:id/view': pending('performer', 'One payout request'),
  'GET /payout-requests/check/pending-review': pending('performer', 'Is a payout request waiting'),
  'POST /payout-methods/:id': pending('performer', 'Set a payout method'),
};
