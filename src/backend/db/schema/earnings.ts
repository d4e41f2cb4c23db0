import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents, createdAt, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';

/**
 * Daily totals of a creator's earnings, for past days whose ledger rows can't change anymore. The current day
 * is read from the ledger itself.
 */
export const earningDays = pgTable(
  'earning_days',
  {
    performerId: accountRef('performer_id'),
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.performerId, t.day, t.source] }),
    // For what the whole site took on a day.
    index('earning_days_day').on(t.day),
  ],
);

/**
 * The same by quarter of an hour, which every time zone's days begin at. A creator's days are added up of these when
 * they are read, in the creator's zone. Written together with `earning_days`.
 */
export const earningQuarterHours = pgTable(
  'earning_quarter_hours',
  {
    /** Not a foreign key, because checking it would cost a lookup for nearly every sale. */
    performerId: uuid('performer_id').notNull(),
    /** When it begins. */
    at: at('at').notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.at, t.source] })],
);

/** Monthly totals of `earning_days`, as far as days have been added up. Yearly reports read these. */
export const earningMonths = pgTable(
  'earning_months',
  {
    performerId: accountRef('performer_id'),
    /** The first day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.month, t.source] })],
);

/**
 * What one fan (`fan`) or one item (`item`) brought in on a past day, for the lists of top fans and top
 * content. `key` is the fan's id, or the item's kind and id. Written together with `earning_days`.
 */
export const earningDayTops = pgTable(
  'earning_day_tops',
  {
    /** Not a foreign key, because checking it would cost a lookup for nearly every sale. */
    performerId: uuid('performer_id').notNull(),
    dimension: text('dimension', { enum: ['fan', 'item'] }).notNull(),
    key: text('key').notNull(),
    /** In UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    gross: cents('gross').notNull(),
    commission: cents('commission').notNull(),
    net: cents('net').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    // The key columns are in the order rows are written. A fan's own rows are few and read from the ledger.
    primaryKey({ name: 'earning_day_tops_pk', columns: [t.performerId, t.dimension, t.day, t.key] }),
    index('earning_day_tops_item')
      .on(t.performerId, t.key, t.day)
      .where(sql`dimension = 'item'`),
  ],
);

/** How far daily totals have been computed. The table has one row. */
export const earningClosing = pgTable(
  'earning_closing',
  {
    id: boolean('id').primaryKey().default(true),
    /** A ledger row dated before this day that is written from now on is recorded in `earning_late`. */
    closingUntil: date('closing_until', { mode: 'string' }).notNull(),
    /** Days before this one (in UTC) have been added up. */
    closedUntil: date('closed_until', { mode: 'string' }).notNull(),
  },
  () => [
    check('earning_closing_one', sql`id`),
    check('earning_closing_order', sql`closed_until <= closing_until`),
  ],
);

/**
 * Ledger rows written after, or while, their day was closed. The job adds those days up again. Filled by a
 * trigger.
 */
export const earningLate = pgTable('earning_late', {
  transactionId: uuid('transaction_id').primaryKey(),
  performerId: uuid('performer_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
});

/** Who a creator is to tax offices, as printed on statements. The address isn't secret; the tax number is encrypted. */
export const billingDetails = pgTable('billing_details', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  name: text('name').notNull(),
  line1: text('line1').notNull(),
  line2: text('line2').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  zip: text('zip').notNull(),
  country: text('country').notNull(),
  /** Null when none was entered. */
  sealedTaxNumber: text('sealed_tax_number'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
