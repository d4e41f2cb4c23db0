import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../columns.ts';
import { accountRef } from '../accounts.ts';

const kinds = ['post', 'video', 'gallery', 'product', 'auction', 'stream'] as const;

/**
 * What can be found besides creators, one row each, with the words it is found by: only those that everybody who
 * may see the creator may read. Triggers maintain it.
 */
export const siteSearch = pgTable(
  'site_search',
  {
    kind: text('kind', { enum: kinds }).notNull(),
    itemId: uuid('item_id').notNull(),
    performerId: accountRef('performer_id'),
    words: text('words').array().notNull(),
    publishedAt: at('published_at').notNull(),
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.itemId] }),
    index('site_search_newest').on(t.kind, t.publishedAt, t.itemId),
    index('site_search_performer').on(t.performerId),
    // One index for each kind: there are many more posts than anything else.
    ...kinds.map((kind) =>
      index(`site_search_${kind}_words`)
        .using('gin', t.words)
        .with({ fastupdate: false })
        .where(sql.raw(`kind = '${kind}'`)),
    ),
  ],
);
