import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, tokens, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';
import { files } from './files.ts';
import { ledgerTransactions } from './ledger.ts';

/** A purchase gives permanent access, unless the payment is reversed. */
export const purchases = pgTable(
  'purchases',
  {
    id: id(),
    accountId: accountRef('account_id'),
    kind: text('kind', { enum: ['feed', 'product', 'video', 'gallery', 'message', 'stream'] }).notNull(),
    itemId: uuid('item_id').notNull(),
    performerId: accountRef('performer_id'),
    transactionId: uuid('transaction_id')
      .notNull()
      .references((): AnyPgColumn => ledgerTransactions.id),
    price: tokens('price').notNull(),
    /** The title shown in the buyer's library. */
    title: text('title').notNull().default(''),
    /** A post's text at the time of sale; null for kinds without text. */
    text: text('text'),
    createdAt: createdAt(),
    reversedAt: at('reversed_at'),
  },
  (t) => [
    uniqueIndex('purchases_once')
      .on(t.accountId, t.kind, t.itemId)
      .where(sql`reversed_at IS NULL`),
    index('purchases_item').on(t.kind, t.itemId),
    index('purchases_latest').using('brin', t.createdAt),
    index('purchases_performer')
      .on(t.performerId, t.createdAt)
      .where(sql`reversed_at IS NULL`),
    index('purchases_library')
      .on(t.accountId, t.createdAt, t.id)
      .where(sql`reversed_at IS NULL`),
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

/** A fan's limit on spending per calendar month, with one creator or in total (`performerId` null). */
export const spendCaps = pgTable(
  'spend_caps',
  {
    id: id(),
    accountId: accountRef('account_id'),
    performerId: uuid('performer_id').references(() => accounts.id),
    /** Per month. */
    amount: cents('amount').notNull(),
    /** A raised cap that takes effect at `nextAt`; -1 removes the cap. */
    nextAmount: cents('next_amount'),
    nextAt: at('next_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('spend_caps_one').on(t.accountId, t.performerId).nullsNotDistinct()],
);
