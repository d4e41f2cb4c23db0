import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { unlocking, updatedAt } from '../columns.ts';
import { tagKeys } from '../tags.ts';
import { accountRef } from './accounts.ts';
import { fileRef } from './files.ts';
import { mediaItem } from './media-items.ts';

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
      .using('gin', tagKeys(t.tags))
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
