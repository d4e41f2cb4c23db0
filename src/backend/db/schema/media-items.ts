import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, list, publishing } from '../columns.ts';
import { accountRef } from './accounts.ts';

/** Columns shared by galleries, photos, and videos. */
export const mediaItem = () => ({
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
