import { z } from 'zod';
import { Id, IdParams, Money, SignedMoney, Timestamp, Tokens } from './core/schemas.ts';
import { op } from './core/op.ts';

export const ReceiptLine = z.object({
  text: z.string(),
  /** That came with it. */
  tokens: Tokens,
  /** Cents; below zero of a discount. */
  amount: SignedMoney,
});

/** What stands on paper for a card payment. Names are those of the day it was paid. */
export const Receipt = z.object({
  _id: Id,
  number: z.string(),
  paidAt: Timestamp,
  seller: z.object({ name: z.string(), email: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string().nullable() }),
  /** They sum to `total`. */
  lines: z.array(ReceiptLine),
  total: Money,
  currency: z.string(),
  /** Of a subscription: the end of the period that was paid. */
  paidUntil: Timestamp.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** `disputed`: the cardholder's bank looks into it; `returned`: it took the money back. */
  state: z.enum(['paid', 'refunded', 'disputed', 'returned']),
  /** Since when it isn't simply paid. */
  stateAt: Timestamp.nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

export const receipts = {
  'GET /payment/receipts/:id': op({
    summary: 'The receipt of your card payment, by its transaction or the one that refunded it',
    access: 'user',
    params: IdParams,
    reply: Receipt,
    ours: true,
  }),
};
