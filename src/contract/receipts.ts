import { z } from 'zod';
import { Id, IdParams, Money, SignedMoney, Timestamp, Tokens } from './core/schemas.ts';
import { op } from './core/op.ts';

export const ReceiptLine = z.object({
  text: z.string(),
  /** Tokens included. */
  tokens: Tokens,
  /** In cents; negative for a discount. */
  amount: SignedMoney,
});

/** The receipt for a card payment, with names as they were at the time. */
export const Receipt = z.object({
  _id: Id,
  number: z.string(),
  paidAt: Timestamp,
  seller: z
    .object({ name: z.string(), email: z.string() })
    .describe('The site, as the business that took the payment; never a creator.'),
  buyer: z.object({ name: z.string(), email: z.string().nullable() }).describe('The account that paid.'),
  /** They add up to `total`. */
  lines: z.array(ReceiptLine),
  total: Money,
  currency: z.string(),
  /** For a subscription: the end of the period paid for. */
  paidUntil: Timestamp.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** `disputed`: the cardholder's bank is investigating. `returned`: the bank took the money back. */
  state: z.enum(['paid', 'refunded', 'disputed', 'returned']),
  /** When the state changed from `paid`. */
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
