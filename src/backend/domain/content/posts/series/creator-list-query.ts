import { type SQL, sql } from 'drizzle-orm';
import { isListed } from '../../../base/access/listed-posts.ts';

/** SELECT of a creator's series with a listed post: how many each has, and when the newest was published. */
export const listedSeries = (performerId: string, moment: Date): SQL => sql`
  SELECT s.id, count(*)::int AS posts, max(coalesce(f.published_at, f.created_at)) AS newest
  FROM post_series s JOIN post_series_items i ON i.series_id = s.id JOIN feeds f ON f.id = i.feed_id
  WHERE s.performer_id = ${performerId} AND ${isListed(sql`f`, sql`${moment.toISOString()}`)} GROUP BY s.id`;
