import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { unlocking } from '../columns.ts';
import { tagKeys } from '../tags.ts';
import { files } from './files.ts';
import { mediaItem } from './media-items.ts';

export const galleries = pgTable(
  'galleries',
  {
    ...mediaItem(),
    ...unlocking(),
    title: text('title').notNull(),
    /** Null: the first photo is the cover. */
    coverPhotoId: uuid('cover_photo_id'),
    /** The number of visible photos. */
    numOfItems: integer('num_of_items').notNull().default(0),
  },
  (t) => [
    index('galleries_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('galleries_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published'`),
    index('galleries_popular')
      .on(t.likes, t.id)
      .where(sql`state = 'published'`),
    index('galleries_performer_popular')
      .on(t.performerId, t.likes, t.id)
      .where(sql`state = 'published'`),
    index('galleries_tags')
      .using('gin', tagKeys(t.tags))
      .where(sql`state = 'published'`),
    index('galleries_studio').on(t.performerId, t.createdAt, t.id),
    check('galleries_price_bounds', sql`price >= 0`),
  ],
);

/** A photo in a gallery follows the gallery's access and price; a single photo has its own audience. */
export const photos = pgTable(
  'photos',
  {
    ...mediaItem(),
    galleryId: uuid('gallery_id').references(() => galleries.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    title: text('title').notNull().default(''),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    // Lists show single photos only. Photos in a gallery are found through it.
    index('photos_performer')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_newest')
      .on(t.publishedAt, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_popular')
      .on(t.likes, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_performer_popular')
      .on(t.performerId, t.likes, t.id)
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_tags')
      .using('gin', tagKeys(t.tags))
      .where(sql`state = 'published' AND gallery_id IS NULL`),
    index('photos_gallery').on(t.galleryId, t.position, t.id),
    index('photos_studio').on(t.performerId, t.createdAt, t.id),
    index('photos_file').on(t.fileId),
  ],
);
