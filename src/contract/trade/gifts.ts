import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id, IdParams, Money, OffsetPage, PerformerCard, Timestamp, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { Subscription } from './subscriptions.ts';

export const GiftState = z.enum(['open', 'redeemed', 'refunded']);
export const GiftMonths = z.union([z.literal(1), z.literal(3), z.literal(6), z.literal(12)]);
const months = GiftMonths.describe('Number of months.');
const GiftCode = z.string().regex(/^[a-z0-9]{32}$/, 'Make sure you copied the whole link.');

/** A gift as its giver sees it. */
export const Gift = z.object({
  _id: Id,
  performer: PerformerCard,
  months,
  /** For all months, in cents. */
  price: Money,
  message: z.string(),
  /** The last segment of its link, for the giver to send. */
  code: z.string(),
  state: GiftState,
  redeemedAt: Timestamp.nullable(),
  /** If nobody has redeemed it by then, the payment is refunded. */
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type Gift = z.infer<typeof Gift>;

/** A gift as anyone sees it who has the link. */
export const OfferedGift = z.object({
  code: z.string(),
  performer: PerformerCard,
  giver: z.string().describe('The name of who gives it.'),
  months,
  message: z.string(),
  state: GiftState,
  expiresAt: Timestamp,
  /** Whether the viewer redeemed it. */
  isMine: z.boolean(),
  /** Nobody subscribes to themselves. */
  isOwn: z.boolean(),
  /** If the viewer is subscribed, the months are added after this. */
  subscribedUntil: Timestamp.nullable(),
});
export type OfferedGift = z.infer<typeof OfferedGift>;

export const gifts = {
  'POST /gifts': op({
    summary: 'Buy months of a subscription for someone else; the reply has the code of the link to send',
    access: 'user',
    ours: true,
    body: z.strictObject({
      performerId: Id,
      months,
      message: z
        .string()
        .trim()
        .max(limits.gift.message, `Use at most ${limits.gift.message} characters.`)
        .default(''),
      cardId: Id.optional(),
      /** The price that was shown, in cents. A different one is refused instead of charged. */
      expectedPrice: Money,
      challengeAnswer: z.string().max(200).optional(),
    }),
    reply: Gift,
    idempotent: true,
    status: 201,
  }),
  'GET /gifts': op({
    summary: 'The gifts you bought, newest first',
    access: 'user',
    ours: true,
    query: z.strictObject(OffsetPage),
    reply: listReply(Gift),
  }),
  'POST /gifts/:id/refund': op({
    summary: 'Cancel a gift that no one has redeemed; the payment is refunded to the card',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Gift,
  }),
  'GET /gifts/link/:code': op({
    summary: 'What a gift link gives',
    access: 'anyone',
    ours: true,
    params: z.strictObject({ code: GiftCode }),
    reply: OfferedGift,
  }),
  'POST /gifts/link/:code': op({
    summary: 'Redeem a gift: a subscription that never renews, or more months of the one you have',
    access: 'user',
    ours: true,
    params: z.strictObject({ code: GiftCode }),
    reply: Subscription,
    status: 201,
  }),
};
