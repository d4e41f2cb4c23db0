import type { Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, counts, createdAt, id, list, tokens, updatedAt } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { auctions } from './auctions.ts';
import { files } from './files.ts';
import { ledgerTransactions } from './ledger.ts';

export const products = pgTable(
  'products',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    type: text('type', { enum: ['digital', 'physical'] }).notNull(),
    /** Per unit. */
    price: tokens('price').notNull(),
    /** Units left. Null: unlimited (digital products). */
    stock: integer('stock'),
    processingDays: integer('processing_days').notNull().default(0),
    /** Per order, whatever the quantity. */
    shippingPrice: tokens('shipping_price').notNull().default(0),
    /** Countries it ships to. Empty: everywhere. */
    shippingCountries: list('shipping_countries'),
    commentsEnabled: boolean('comments_enabled').notNull().default(true),
    sold: integer('sold').notNull().default(0),
    ...counts(),
    state: text('state', { enum: ['draft', 'published', 'archived', 'removed'] }).notNull(),
    publishedAt: at('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('products_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('products_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('products_studio').on(t.performerId, t.createdAt, t.id),
    check('products_price_bounds', sql`price >= 1 AND shipping_price >= 0`),
    check('products_stock_never_below_zero', sql`stock IS NULL OR stock >= 0`),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.fileId] }), index('product_images_file').on(t.fileId)],
);

/** The files that buyers of a digital product download. */
export const productFiles = pgTable(
  'product_files',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.fileId] }), index('product_files_file').on(t.fileId)],
);

/** The product or auction item at the time of purchase. Later changes to it don't change the order. */
export interface OrderSnapshot {
  name: string;
  description: string;
  type: 'digital' | 'physical';
  unitPrice: Tokens;
  imageFileId: string | null;
  processingDays?: number;
}

export interface PostalAddress {
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
}

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    accountId: accountRef('account_id'),
    address: jsonb('address').$type<PostalAddress>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('addresses_account').on(t.accountId, t.createdAt)],
);

export const orders = pgTable(
  'orders',
  {
    id: id(),
    number: text('number').notNull().unique('orders_number'),
    source: text('source', { enum: ['product', 'auction'] }).notNull(),
    productId: uuid('product_id').references(() => products.id),
    auctionId: uuid('auction_id').references(() => auctions.id),
    buyerId: accountRef('buyer_id'),
    sellerId: accountRef('seller_id'),
    snapshot: jsonb('snapshot').$type<OrderSnapshot>().notNull(),
    downloads: integer('downloads').notNull().default(0),
    quantity: integer('quantity').notNull(),
    subtotal: tokens('subtotal').notNull(),
    shipping: tokens('shipping').notNull(),
    total: tokens('total').notNull(),
    address: jsonb('address').$type<PostalAddress>(),
    carrier: text('carrier'),
    tracking: text('tracking'),
    state: text('state', {
      enum: [
        'paid',
        'accepted',
        'shipped',
        'delivered',
        'closed',
        'denied',
        'expired',
        'cancelled',
        'refunded',
      ],
    }).notNull(),
    /** When the order next changes by itself, and how. */
    deadlineAt: at('deadline_at'),
    deadlineEffect: text('deadline_effect', { enum: ['expire', 'deliver', 'close', 'escalate', 'settle'] }),
    /** The problem that the buyer reported after shipping, at most one per order. */
    problem: text('problem', { enum: ['not-arrived', 'damaged', 'wrong-item', 'incomplete', 'other'] }),
    /** Whose turn it is: the seller's, the buyer's, the operator's, or nobody's anymore. */
    problemState: text('problem_state', { enum: ['open', 'answered', 'escalated', 'closed'] }),
    problemOutcome: text('problem_outcome', {
      enum: ['solved', 'refunded', 'partly-refunded', 'no-refund', 'no-reply'],
    }),
    /** When the problem entered its state. */
    problemSince: at('problem_since'),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('orders_buyer').on(t.buyerId, t.createdAt, t.id),
    index('orders_seller').on(t.sellerId, t.createdAt, t.id),
    // For what waits for its seller, who may have sold for years.
    index('orders_waiting')
      .on(t.sellerId, t.state, t.deadlineAt)
      .where(sql`state IN ('paid', 'accepted')`),
    index('orders_product')
      .on(t.productId)
      .where(sql`product_id IS NOT NULL`),
    index('orders_auction')
      .on(t.auctionId)
      .where(sql`auction_id IS NOT NULL`),
    index('orders_transaction').on(t.transactionId),
    // For the operator's queue, and for what is on hold of a seller's earnings.
    index('orders_escalated')
      .on(t.problemSince, t.id)
      .where(sql`problem_state = 'escalated'`),
    index('orders_problem_closed')
      .on(t.problemSince, t.id)
      .where(sql`problem_state = 'closed'`),
    index('orders_problem_held')
      .on(t.sellerId)
      .where(sql`problem_state IN ('open', 'answered', 'escalated')`),
    index('orders_due')
      .on(t.deadlineAt)
      .where(sql`deadline_at IS NOT NULL`),
    check('orders_sums', sql`quantity >= 1 AND total = subtotal + shipping`),
    check(
      'orders_problem_whole',
      sql`(problem IS NULL) = (problem_state IS NULL) AND (problem IS NULL) = (problem_since IS NULL) AND (problem_outcome IS NOT NULL) = (problem_state IS NOT DISTINCT FROM 'closed')`,
    ),
  ],
);

/** The files a digital order downloads, even if the product's files change later. */
export const orderFiles = pgTable(
  'order_files',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.fileId] }), index('order_files_file').on(t.fileId)],
);

/** What the buyer photographed to show the problem. A file shows one problem only. */
export const orderProblemFiles = pgTable(
  'order_problem_files',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id)
      .unique('order_problem_files_file'),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.fileId] })],
);

export const orderEvents = pgTable(
  'order_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    by: text('actor', { enum: ['buyer', 'seller', 'system', 'operator'] }).notNull(),
    event: text('event').notNull(),
    note: text('note').notNull().default(''),
    /** Refunded with a partial refund. */
    tokens: tokens('tokens'),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_order').on(t.orderId, t.seq)],
);
