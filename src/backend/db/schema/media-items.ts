import { index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, list, publishing } from '../columns.ts';
import { accountRef } from './accounts.ts';
import { documents } from './files.ts';

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

/** People without an account whom a creator named, with their signed releases. For the creator and operators only. */
export const releases = pgTable(
  'releases',
  {
    id: id(),
    performerId: accountRef('performer_id'),
    /** Their legal name. */
    name: text('name').notNull(),
    /** A deleted account’s documents go before the rest. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [index('releases_performer').on(t.performerId), index('releases_document').on(t.documentId)],
);

/** In which media items they appear. */
export const mediaItemPeople = pgTable(
  'media_item_people',
  {
    kind: text('kind', { enum: ['video', 'gallery', 'photo'] }).notNull(),
    itemId: uuid('item_id').notNull(),
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.itemId, t.releaseId] }),
    index('media_item_people_release').on(t.releaseId),
  ],
);
