import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { PostalAddress } from '../people/addresses.ts';
import {
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  Timestamp,
  Tokens,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { ProductType } from './products.ts';

export const OrderState = z.enum([
  'paid',
  'accepted',
  'shipped',
  'delivered',
  'closed',
  'denied',
  'expired',
  'cancelled',
  'refunded',
]);
export type OrderState = z.infer<typeof OrderState>;
/**
 * What a person can do with an order: the seller accepts, ships, or denies it; the buyer cancels it or
 * confirms delivery. After shipping, the buyer can report a problem, which the seller answers; the buyer then
 * says that it is solved, or lets the site decide. The seller can refund, and correct the tracking number.
 */
export const OrderAction = z.enum([
  'accept',
  'ship',
  'deny',
  'cancel',
  'confirm',
  'report',
  'answer',
  'resend',
  'solve',
  'escalate',
  'refund',
  'correct',
]);
export type OrderAction = z.infer<typeof OrderAction>;
/** What happens automatically at the deadline. */
export const OrderEffect = z.enum(['expire', 'deliver', 'close', 'escalate', 'settle']);
export type OrderEffect = z.infer<typeof OrderEffect>;
export const OrderEventName = z.enum([
  'paid',
  'accepted',
  'shipped',
  'delivered',
  'closed',
  'denied',
  'expired',
  'cancelled',
  'refunded',
  'address',
  'reported',
  'answered',
  'resent',
  'solved',
  'escalated',
  'settled',
  'partly-refunded',
  'decided',
  'corrected',
]);
export type OrderEventName = z.infer<typeof OrderEventName>;

/** What a buyer says is wrong with an order. */
export const OrderProblemReason = z.enum(['not-arrived', 'damaged', 'wrong-item', 'incomplete', 'other']);
export type OrderProblemReason = z.infer<typeof OrderProblemReason>;
/** Whose turn it is: the seller's (open), the buyer's (answered), the site's (escalated), or no one's. */
export const OrderProblemState = z.enum(['open', 'answered', 'escalated', 'closed']);
export type OrderProblemState = z.infer<typeof OrderProblemState>;
export const OrderProblem = z.object({
  reason: OrderProblemReason,
  state: OrderProblemState,
  outcome: z
    .enum(['solved', 'refunded', 'partly-refunded', 'no-refund', 'no-reply'])
    .nullable()
    .describe('How it was closed; null until then.'),
  since: Timestamp.describe('When it entered this state.'),
});
export type OrderProblem = z.infer<typeof OrderProblem>;

const ShownAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string(),
});

export const OrderRow = z.object({
  _id: Id,
  number: z.string(),
  source: z.enum(['product', 'auction']),
  productId: Id.nullable(),
  auctionId: Id.nullable(),
  buyer: PerformerCard,
  performer: PerformerCard,
  /** The item's title at the time of purchase. */
  title: z.string(),
  type: ProductType,
  cover: FileView.nullable(),
  quantity: z.int().describe('Number of pieces.'),
  total: Tokens,
  state: OrderState,
  /** When the order next changes by itself, and how. */
  deadline: z.object({ at: Timestamp, effect: OrderEffect }).nullable(),
  actions: z.array(OrderAction),
  problem: OrderProblem.nullable().describe('The problem that the buyer reported, if any.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderEvent = z.object({
  event: OrderEventName,
  by: z.enum(['buyer', 'seller', 'system', 'operator']),
  note: z.string(),
  tokens: Tokens.nullable().describe('The amount of a partial refund, in tokens.'),
  at: Timestamp,
});
export const OrderPhotos = z
  .array(FileView)
  .describe('What the buyer photographed to show the problem, for buyer, seller and operators.');
export const Order = OrderRow.extend({
  /** The viewer's side. */
  role: z.enum(['buyer', 'seller']),
  description: z.string(),
  unitPrice: Tokens,
  subtotal: Tokens,
  shipping: Tokens,
  refundable: Tokens.describe('What of the total hasn’t been refunded yet, in tokens.'),
  address: ShownAddress.nullable(),
  /** Countries it ships to. Empty: everywhere. */
  shippingCountries: z.array(z.string()),
  canChangeAddress: z.boolean(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  downloads: z.int().describe('Number of downloads so far.'),
  canDownload: z.boolean(),
  photos: OrderPhotos,
  timeline: z.array(OrderEvent),
});
export type Order = z.infer<typeof Order>;

const reason = z.string().trim().max(limits.text.reason, `Use at most ${limits.text.reason} characters.`);
const parcel = {
  carrier: lineText().min(1, 'Enter a carrier.').max(60, 'Use at most 60 characters.'),
  tracking: lineText().min(1, 'Enter a tracking number.').max(100, 'Use at most 100 characters.'),
};
export const OrderMove = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept') }),
  z.strictObject({ action: z.literal('ship'), ...parcel }),
  z.strictObject({ action: z.literal('correct'), ...parcel }),
  z.strictObject({ action: z.literal('deny'), reason: reason.min(1, 'Enter a reason for the buyer.') }),
  z.strictObject({ action: z.literal('cancel'), reason: reason.default('') }),
  z.strictObject({ action: z.literal('confirm') }),
  z.strictObject({
    action: z.literal('report'),
    problem: OrderProblemReason,
    text: reason.min(1, 'Describe the problem.'),
    photos: z
      .array(Id)
      .max(limits.problemPhotos, `Add at most ${limits.problemPhotos} photos.`)
      .optional()
      .describe('Ids of photos that you uploaded for a message and haven’t used yet.'),
  }),
  z.strictObject({ action: z.literal('answer'), text: reason.min(1, 'Enter an answer.') }),
  z.strictObject({ action: z.literal('resend'), ...parcel, text: reason.default('') }),
  z.strictObject({ action: z.literal('solve') }),
  z.strictObject({ action: z.literal('escalate'), text: reason.min(1, 'Say why you don’t agree.') }),
]);
export type OrderMove = z.infer<typeof OrderMove>;

const search = z.strictObject({
  ...KeyPage,
  state: OrderState.optional(),
  q: z.string().trim().max(100).optional(),
  from: Timestamp.optional().describe('Ordered at this time or later.'),
  to: Timestamp.optional().describe('Ordered before this time.'),
});

export const orders = {
  'GET /orders/search': op({
    summary: 'Orders you received, newest first',
    access: 'performer',
    query: search,
    reply: listReply(OrderRow),
  }),
  'GET /orders/users/search': op({
    summary: 'Orders you placed, newest first',
    access: 'user',
    query: search,
    reply: listReply(OrderRow),
  }),
  'GET /orders/:id': op({
    summary: 'One order, for its buyer or seller',
    access: 'user',
    params: IdParams,
    reply: Order,
  }),
  'PUT /orders/:id/update': op({
    summary:
      'Update an order: sellers accept, ship, deny or answer a problem, buyers cancel, confirm or report one',
    access: 'user',
    params: IdParams,
    body: OrderMove,
    reply: Order,
  }),
  'POST /orders/:id/refunds': op({
    summary: 'Refund a shipped order you sold, in whole or in part',
    access: 'user',
    params: IdParams,
    body: z.strictObject({
      tokens: z
        .int()
        .min(1, 'Enter at least 1 token.')
        .max(1_000_000_000)
        .describe('What is refunded, in tokens.'),
      reason: reason.min(1, 'Enter a reason for the buyer.'),
    }),
    reply: Order,
    idempotent: true,
    ours: true,
  }),
  'PUT /orders/:id/update/delivery-address': op({
    summary: 'Set the delivery address of an order that isn’t shipped yet',
    access: 'user',
    params: IdParams,
    body: z
      .strictObject({ addressId: Id.optional(), address: PostalAddress.optional() })
      .refine((body) => (body.addressId === undefined) !== (body.address === undefined), {
        message: 'Enter one address.',
        path: ['addressId'],
      }),
    reply: Order,
  }),
};
