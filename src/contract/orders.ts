import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { PostalAddress } from './addresses.ts';
import { FileView, Id, IdParams, KeyPage, PerformerCard, Timestamp, Tokens, listOf } from './core/schemas.ts';
import { op } from './core/op.ts';
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
 * confirms delivery.
 */
export const OrderAction = z.enum(['accept', 'ship', 'deny', 'cancel', 'confirm']);
export type OrderAction = z.infer<typeof OrderAction>;
/** What happens automatically at the deadline. */
export const OrderEffect = z.enum(['expire', 'deliver', 'close']);
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
]);
export type OrderEventName = z.infer<typeof OrderEventName>;

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
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderEvent = z.object({
  event: OrderEventName,
  by: z.enum(['buyer', 'seller', 'system', 'operator']),
  note: z.string(),
  at: Timestamp,
});
export const Order = OrderRow.extend({
  /** The viewer's side. */
  role: z.enum(['buyer', 'seller']),
  description: z.string(),
  unitPrice: Tokens,
  subtotal: Tokens,
  shipping: Tokens,
  address: ShownAddress.nullable(),
  /** Countries it ships to. Empty: everywhere. */
  shippingCountries: z.array(z.string()),
  canChangeAddress: z.boolean(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  downloads: z.int().describe('Number of downloads so far.'),
  canDownload: z.boolean(),
  timeline: z.array(OrderEvent),
});
export type Order = z.infer<typeof Order>;

const reason = z.string().trim().max(limits.text.reason, `Use at most ${limits.text.reason} characters.`);
export const OrderMove = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept') }),
  z.strictObject({
    action: z.literal('ship'),
    carrier: z.string().trim().min(1, 'Enter a carrier.').max(60, 'Use at most 60 characters.'),
    tracking: z.string().trim().min(1, 'Enter a tracking number.').max(100, 'Use at most 100 characters.'),
  }),
  z.strictObject({ action: z.literal('deny'), reason: reason.min(1, 'Enter a reason for the buyer.') }),
  z.strictObject({ action: z.literal('cancel'), reason: reason.default('') }),
  z.strictObject({ action: z.literal('confirm') }),
]);
export type OrderMove = z.infer<typeof OrderMove>;

const search = z.strictObject({
  ...KeyPage,
  state: OrderState.optional(),
  q: z.string().trim().max(100).optional(),
});

export const orders = {
  'GET /orders/search': op({
    summary: 'Orders you received, newest first',
    access: 'performer',
    query: search,
    reply: listOf(OrderRow),
  }),
  'GET /orders/users/search': op({
    summary: 'Orders you placed, newest first',
    access: 'user',
    query: search,
    reply: listOf(OrderRow),
  }),
  'GET /orders/:id': op({
    summary: 'One order, for its buyer or seller',
    access: 'user',
    params: IdParams,
    reply: Order,
  }),
  'PUT /orders/:id/update': op({
    summary: 'Update an order: sellers accept, ship or deny, buyers cancel or confirm',
    access: 'user',
    params: IdParams,
    body: OrderMove,
    reply: Order,
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
