import { sql } from 'drizzle-orm';
import { statement } from '../../../../db/statement.ts';
import { isListed } from '../../../base/access/listed-posts.ts';

interface LineRow {
  readonly post: string;
  readonly id: string;
  readonly title: string;
  readonly number: number | null;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

const moment = sql`${sql.placeholder('moment')}`;
/** The place of posts in their series, of those that can be listed. */
export const linesQuery = statement<LineRow, { posts: string; moment: string }>(
  'post_series_lines',
  sql`
  WITH asked AS (SELECT i.feed_id, i.series_id FROM post_series_items i WHERE i.feed_id = ANY (${sql.placeholder('posts')}::text::uuid[])),
  listed AS (
    SELECT i.series_id, i.feed_id, (row_number() OVER places)::int AS number,
      lag(i.feed_id) OVER places AS previous, lead(i.feed_id) OVER places AS next
    FROM post_series_items i JOIN feeds f ON f.id = i.feed_id
    WHERE i.series_id IN (SELECT series_id FROM asked) AND ${isListed(sql`f`, moment)}
    WINDOW places AS (PARTITION BY i.series_id ORDER BY i.position))
  SELECT a.feed_id AS post, s.id, s.title, l.number, l.previous, l.next,
    (SELECT count(*)::int FROM listed WHERE listed.series_id = s.id) AS total
  FROM asked a JOIN post_series s ON s.id = a.series_id LEFT JOIN listed l ON l.feed_id = a.feed_id`,
);
