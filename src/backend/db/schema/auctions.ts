import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, counts, createdAt, id, list, tokens, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { files } from './files.ts';

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
    /** Up to where the system bids for the bidder; null without one. Only the leading bid's counts. */
    maximum: tokens('maximum'),
    /** Made by the system up to the bidder's maximum, not typed. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
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
    check('bids_within_maximum', sql`maximum IS NULL OR amount <= maximum`),
  ],
);
