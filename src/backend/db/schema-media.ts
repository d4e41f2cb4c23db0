/* oxlint-disable max-lines -- every table of what is published and sold in one place */
import type { Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, counts, createdAt, id, list, publishing, tokens, unlocking, updatedAt } from './columns.ts';
import { accountRef, accounts, files, ledgerTransactions, messages, purchases } from './schema.ts';

/* Galleries, photos, videos, products, orders, auctions, and the comments, likes, and purchases on them. The
   conventions of `schema.ts` apply. */
const fileRef = (name: string) => uuid(name).references(() => files.id);
/** Columns shared by galleries, photos, and videos. */
const mediaItem = () => ({
  id: id(),
  performerId: accountRef('performer_id'),
  description: text('description').notNull().default(''),
  tags: list('tags'),
  /** `waiting` means waiting for tagged co-creators to accept. */
  state: text('state', {
    enum: ['draft', 'processing', 'waiting', 'scheduled', 'published', 'archived', 'failed', 'removed'],
  }).notNull(),
  ...publishing(),
});

export const galleries = pgTable(
  'galleries',
  {
    ...mediaItem(),
    ...unlocking(),
    title: text('title').notNull(),
    /** Null: the first photo is the cover. */
    coverPhotoId: uuid('cover_photo_id'),
    /** The number of visible photos. */
    numOfItems: integer('num_of_items').notNull().default(0),
  },
  (t) => [
    index('galleries_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('galleries_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('galleries_popular')
      .on(t.likes, t.id)
      .where(sql`state = 'published'`),
    index('galleries_performer_popular')
      .on(t.performerId, t.likes, t.id)
      .where(sql`state = 'published'`),
    index('galleries_tags')
      .using('gin', t.tags)
      .where(sql`state = 'published'`),
    index('galleries_studio').on(t.performerId, t.createdAt, t.id),
    check('galleries_price_bounds', sql`price >= 0`),
  ],
);

/** A photo in a gallery follows the gallery's access and price; a single photo has its own audience. */
export const photos = pgTable(
  'photos',
  {
    ...mediaItem(),
    galleryId: uuid('gallery_id').references(() => galleries.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    title: text('title').notNull().default(''),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    // Lists show single photos only. Photos in a gallery are found through it.
    index('photos_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_popular')
      .on(t.likes, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_performer_popular')
      .on(t.performerId, t.likes, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_tags')
      .using('gin', t.tags)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_gallery').on(t.galleryId, t.position, t.id),
    index('photos_studio').on(t.performerId, t.createdAt, t.id),
    index('photos_file').on(t.fileId),
  ],
);

export const videos = pgTable(
  'videos',
  {
    ...mediaItem(),
    ...unlocking(),
    title: text('title').notNull(),
    fileId: fileRef('file_id'),
    thumbnailId: fileRef('thumbnail_id'),
    teaserId: fileRef('teaser_id'),
    views: integer('views').notNull().default(0),
  },
  (t) => [
    index('videos_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('videos_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('videos_popular')
      .on(t.views, t.id)
      .where(sql`state = 'published'`),
    index('videos_performer_popular')
      .on(t.performerId, t.views, t.id)
      .where(sql`state = 'published'`),
    index('videos_tags')
      .using('gin', t.tags)
      .where(sql`state = 'published'`),
    index('videos_studio').on(t.performerId, t.createdAt, t.id),
    index('videos_file')
      .on(t.fileId)
      .where(sql`file_id IS NOT NULL`),
    index('videos_thumbnail')
      .on(t.thumbnailId)
      .where(sql`thumbnail_id IS NOT NULL`),
    index('videos_teaser')
      .on(t.teaserId)
      .where(sql`teaser_id IS NOT NULL`),
    check('videos_price_bounds', sql`price >= 0`),
  ],
);

/** How far an account watched a video, so that it can resume. */
export const watchProgress = pgTable(
  'watch_progress',
  {
    accountId: accountRef('account_id'),
    videoId: uuid('video_id')
      .notNull()
      .references(() => videos.id),
    seconds: doublePrecision('seconds').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.videoId] })],
);

/** Other creators tagged in a media item. It isn't published until each has accepted. */
export const coCreators = pgTable(
  'co_creators',
  {
    id: id(),
    kind: text('kind', { enum: ['video', 'gallery', 'photo'] }).notNull(),
    itemId: uuid('item_id').notNull(),
    performerId: accountRef('performer_id'),
    state: text('state', { enum: ['pending', 'accepted', 'declined'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    answeredAt: at('answered_at'),
  },
  (t) => [
    unique('co_creators_once').on(t.kind, t.itemId, t.performerId),
    index('co_creators_performer').on(t.performerId, t.state, t.createdAt),
  ],
);

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
    /** The file that buyers of a digital product download. */
    fileId: fileRef('file_id'),
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
    index('products_file')
      .on(t.fileId)
      .where(sql`file_id IS NOT NULL`),
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
    /** The public order number. */
    number: text('number').notNull().unique('orders_number'),
    source: text('source', { enum: ['product', 'auction'] }).notNull(),
    productId: uuid('product_id').references(() => products.id),
    auctionId: uuid('auction_id').references(() => auctions.id),
    buyerId: accountRef('buyer_id'),
    sellerId: accountRef('seller_id'),
    snapshot: jsonb('snapshot').$type<OrderSnapshot>().notNull(),
    /** The file a digital order downloads, even if the product's file changes later. */
    fileId: fileRef('file_id'),
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
    deadlineEffect: text('deadline_effect', { enum: ['expire', 'deliver', 'close'] }),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('orders_buyer').on(t.buyerId, t.createdAt, t.id),
    index('orders_seller').on(t.sellerId, t.createdAt, t.id),
    index('orders_product')
      .on(t.productId)
      .where(sql`product_id IS NOT NULL`),
    index('orders_auction')
      .on(t.auctionId)
      .where(sql`auction_id IS NOT NULL`),
    index('orders_transaction').on(t.transactionId),
    index('orders_file')
      .on(t.fileId)
      .where(sql`file_id IS NOT NULL`),
    index('orders_due')
      .on(t.deadlineAt)
      .where(sql`deadline_at IS NOT NULL`),
    check('orders_sums', sql`quantity >= 1 AND total = subtotal + shipping`),
  ],
);
export const orderEvents = pgTable(
  'order_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    by: text('by', { enum: ['buyer', 'seller', 'system', 'operator'] }).notNull(),
    event: text('event').notNull(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_order').on(t.orderId, t.seq)],
);

export const auctions = pgTable(
  'auctions',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    startPrice: tokens('start_price').notNull(),
    reservePrice: tokens('reserve_price'),
    /** Countries the item ships to; the bid includes shipping. Empty: everywhere. */
    shippingCountries: list('shipping_countries'),
    startAt: at('start_at').notNull(),
    /** As set by the creator. A late bid extends only `effectiveEndAt`. */
    endAt: at('end_at').notNull(),
    effectiveEndAt: at('effective_end_at').notNull(),
    /** The highest bid, or null before the first. */
    currentPrice: tokens('current_price'),
    bidCount: integer('bid_count').notNull().default(0),
    leaderId: uuid('leader_id').references(() => accounts.id),
    state: text('state', { enum: ['scheduled', 'live', 'ended', 'sold', 'unsold', 'cancelled'] }).notNull(),
    ...counts(),
    commentsEnabled: boolean('comments_enabled').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('auctions_performer').on(t.performerId, t.effectiveEndAt, t.id),
    index('auctions_state').on(t.state, t.effectiveEndAt, t.id),
    check(
      'auctions_prices',
      sql`start_price >= 1 AND (reserve_price IS NULL OR reserve_price >= start_price)`,
    ),
    check('auctions_times', sql`end_at > start_at AND effective_end_at >= end_at`),
  ],
);
export const auctionImages = pgTable(
  'auction_images',
  {
    auctionId: uuid('auction_id')
      .notNull()
      .references(() => auctions.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.auctionId, t.fileId] }), index('auction_images_file').on(t.fileId)],
);
export const bids = pgTable(
  'bids',
  {
    id: id(),
    auctionId: uuid('auction_id')
      .notNull()
      .references(() => auctions.id),
    bidderId: accountRef('bidder_id'),
    /** Counts from 1, without gaps. */
    seq: integer('seq').notNull(),
    amount: tokens('amount').notNull(),
    result: text('result', { enum: ['leading', 'outbid', 'won', 'lost'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('bids_seq').on(t.auctionId, t.seq),
    index('bids_bidder').on(t.bidderId, t.auctionId, t.seq),
    // At most one leading bid per auction.
    uniqueIndex('bids_one_leading')
      .on(t.auctionId)
      .where(sql`result IN ('leading', 'won')`),
  ],
);

const objectType = () =>
  text('object_type', { enum: ['feed', 'video', 'gallery', 'photo', 'product', 'auction'] }).notNull();

export const comments = pgTable(
  'comments',
  {
    id: id(),
    objectType: objectType(),
    objectId: uuid('object_id').notNull(),
    /** The creator whose content it is. */
    ownerId: accountRef('owner_id'),
    authorId: accountRef('author_id'),
    /** The comment this replies to. Replies are one level deep. */
    parentId: uuid('parent_id'),
    text: text('text').notNull(),
    pinned: boolean('pinned').notNull().default(false),
    replies: integer('replies').notNull().default(0),
    editedAt: at('edited_at'),
    deletedAt: at('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('comments_object')
      .on(t.objectType, t.objectId, t.createdAt, t.id)
      .where(sql`parent_id IS NULL`),
    index('comments_replies')
      .on(t.parentId, t.createdAt, t.id)
      .where(sql`parent_id IS NOT NULL`),
    // At most one pinned comment per item.
    uniqueIndex('comments_pinned')
      .on(t.objectType, t.objectId)
      .where(sql`pinned`),
    index('comments_author').on(t.authorId, t.createdAt),
  ],
);
/** Accounts a creator has banned from commenting. */
export const commentBans = pgTable(
  'comment_bans',
  {
    performerId: accountRef('performer_id'),
    accountId: accountRef('account_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.accountId] })],
);

export const reactions = pgTable(
  'reactions',
  {
    accountId: accountRef('account_id'),
    action: text('action', { enum: ['like', 'bookmark'] }).notNull(),
    objectType: objectType(),
    objectId: uuid('object_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.action, t.objectType, t.objectId] }),
    index('reactions_list').on(t.accountId, t.action, t.objectType, t.createdAt, t.objectId),
    index('reactions_object').on(t.objectType, t.objectId),
  ],
);

/**
 * The files included in a purchase when it was made. A buyer is never charged again for a file, wherever else
 * it appears.
 */
export const purchaseFiles = pgTable(
  'purchase_files',
  {
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    accountId: accountRef('account_id'),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (t) => [
    primaryKey({ columns: [t.purchaseId, t.fileId] }),
    index('purchase_files_account').on(t.accountId, t.fileId),
    index('purchase_files_file').on(t.fileId),
  ],
);

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index('message_files_file').on(t.fileId)],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    reporterId: accountRef('reporter_id'),
    targetType: text('target_type').notNull(),
    targetId: uuid('target_id').notNull(),
    category: text('category', { enum: ['spam', 'legal', 'violation', 'other'] }).notNull(),
    comment: text('comment').notNull().default(''),
    /** The reported content at the time of the report. */
    snapshot: jsonb('snapshot').notNull(),
    state: text('state', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    outcome: text('outcome').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('reports_once').on(t.reporterId, t.targetType, t.targetId),
    index('reports_open').on(t.state, t.createdAt),
  ],
);
