import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { ledgerTransactions } from './ledger.ts';

/** The receipt for a card payment, with names as they were at the time. */
export const receipts = pgTable('receipts', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => ledgerTransactions.id),
  number: text('number').notNull().unique('receipts_number'),
  sellerName: text('seller_name').notNull(),
  sellerEmail: text('seller_email').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email'),
  createdAt: createdAt(),
});
