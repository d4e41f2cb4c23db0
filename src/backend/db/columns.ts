import type { Cents, Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/* Column types shared by many tables. Ids are UUIDv7 made by the application, times are timestamptz, and
   tokens and cents are bigint read as numbers (always far below 2^53). */
export const id = () => uuid('id').primaryKey();
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => at('created_at').notNull();
export const updatedAt = () => at('updated_at').notNull();
export const cents = (name: string) => bigint(name, { mode: 'number' }).$type<Cents>();
export const tokens = (name: string) => bigint(name, { mode: 'number' }).$type<Tokens>();
/** Cents or tokens, depending on another column of the row, or a number that is neither. */
export const amount = (name: string) => bigint(name, { mode: 'number' });
export const list = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);

export const counts = () => ({
  likes: integer('likes').notNull().default(0),
  comments: integer('comments').notNull().default(0),
  bookmarks: integer('bookmarks').notNull().default(0),
});

/** Columns of anything published to an audience, immediately or on a schedule. */
export const publishing = () => ({
  audience: text('audience', { enum: ['public', 'followers', 'subscribers'] }).notNull(),
  ...counts(),
  scheduledAt: at('scheduled_at'),
  publishedAt: at('published_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Columns of anything that can be sold separately. */
export const unlocking = () => ({
  price: tokens('price').notNull().default(0),
  includedInSubscription: boolean('included_in_subscription').notNull().default(false),
  commentsEnabled: boolean('comments_enabled').notNull().default(true),
});
