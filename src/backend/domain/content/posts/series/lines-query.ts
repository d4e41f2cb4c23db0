import { sql } from 'drizzle-orm';
import { statement } from '../../../../db/statement.ts';
import { isListed } from '../../../base/access/listed-posts.ts';

interface ListedRow {
  readonly id: string;
  readonly title: string;
  /** Ids of the posts that can be listed, in order. */
  readonly posts: readonly string[];
}

/** Series with their posts, whose places the caller counts: window functions cost the database more. */
export const listedQuery = statement<ListedRow, { series: string; moment: string }>(
  'series_listed',
  sql`
  SELECT s.id, s.title, coalesce(json_agg(i.feed_id ORDER BY i.position) FILTER (WHERE ${isListed(sql`f`, sql`${sql.placeholder('moment')}`)}), '[]') AS posts
  FROM post_series s JOIN post_series_items i ON i.series_id = s.id JOIN feeds f ON f.id = i.feed_id
  WHERE s.id = ANY (${sql.placeholder('series')}::text::uuid[]) GROUP BY s.id`,
);
