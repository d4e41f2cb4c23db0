import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, createdAt, id, list, updatedAt } from '../columns.ts';
import { accountRef, accounts } from './accounts.ts';

export const follows = pgTable(
  'follows',
  {
    followerId: accountRef('follower_id'),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.performerId] }),
    index('follows_performer').on(t.performerId, t.createdAt),
    // For everybody's latest. Rows are stored in this order, so the index is tiny.
    index('follows_latest').using('brin', t.createdAt),
  ],
);

/**
 * Who asked to be notified of a creator's new posts. It holds while they follow or subscribe; a subscriber's wish
 * outlives the subscription, for the next one.
 */
export const postAlerts = pgTable(
  'post_alerts',
  {
    accountId: accountRef('account_id'),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.performerId, t.accountId] }),
    index('post_alerts_account').on(t.accountId),
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
    /** Waits for a review because of its words. Until then only its author sees it, and nothing counts it. */
    heldAt: at('held_at'),
    /** Whose words they are, and so who reviews it. */
    heldBy: text('held_by', { enum: ['creator', 'site'] }),
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
    index('comments_held')
      .on(t.heldBy, t.ownerId, t.heldAt, t.id)
      .where(sql`held_at IS NOT NULL AND deleted_at IS NULL`),
  ],
);

/** Words that hold a comment or a chat message for review: of each creator, and of the site. */
export const heldWords = pgTable(
  'held_words',
  {
    id: id(),
    /** Null for the site's list. */
    ownerId: uuid('owner_id').references(() => accounts.id),
    words: list('words'),
    updatedAt: updatedAt(),
  },
  (t) => [unique('held_words_owner').on(t.ownerId).nullsNotDistinct()],
);

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
    index('reactions_latest').using('brin', t.createdAt),
  ],
);

/** A person's named collections of bookmarks. */
/** A fan's private list of creators. */
export const creatorLists = pgTable(
  'creator_lists',
  {
    id: id(),
    accountId: accountRef('account_id'),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('creator_lists_name').on(t.accountId, sql`lower(name)`)],
);

export const creatorListMembers = pgTable(
  'creator_list_members',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => creatorLists.id, { onDelete: 'cascade' }),
    performerId: accountRef('performer_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.performerId] }),
    index('creator_list_members_newest').on(t.listId, t.createdAt, t.performerId),
    index('creator_list_members_performer').on(t.performerId),
  ],
);

export const bookmarkCollections = pgTable(
  'bookmark_collections',
  {
    id: id(),
    accountId: accountRef('account_id'),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('bookmark_collections_name').on(t.accountId, sql`lower(name)`)],
);

export const bookmarkCollectionItems = pgTable(
  'bookmark_collection_items',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => bookmarkCollections.id, { onDelete: 'cascade' }),
    accountId: accountRef('account_id'),
    /** Always a bookmark; part of the reference to it. */
    action: text('action', { enum: ['bookmark'] })
      .notNull()
      .default('bookmark'),
    objectType: objectType(),
    objectId: uuid('object_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.objectType, t.objectId] }),
    // However a bookmark goes, it leaves its collections.
    foreignKey({
      name: 'bookmark_collection_items_bookmark',
      columns: [t.accountId, t.action, t.objectType, t.objectId],
      foreignColumns: [reactions.accountId, reactions.action, reactions.objectType, reactions.objectId],
    }).onDelete('cascade'),
    index('bookmark_collection_items_list').on(t.collectionId, t.createdAt, t.objectId),
    index('bookmark_collection_items_account').on(t.accountId, t.objectType, t.objectId),
  ],
);
