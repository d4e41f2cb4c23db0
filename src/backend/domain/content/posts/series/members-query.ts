import { sql } from 'drizzle-orm';
import type { Db } from '../../../../db/db.ts';
import { idList } from '../../../../db/prepared.ts';

/** Puts the posts of a series into an order. */
export const renumber = (db: Db, seriesId: string, order: readonly string[]) =>
  db.execute(sql`
    UPDATE post_series_items AS i SET position = wanted.position
    FROM unnest(${idList(order)}::text::uuid[]) WITH ORDINALITY AS wanted (feed_id, position)
    WHERE i.feed_id = wanted.feed_id AND i.series_id = ${seriesId}`);
