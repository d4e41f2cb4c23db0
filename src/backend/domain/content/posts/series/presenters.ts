import { type SQL, sql } from 'drizzle-orm';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { postSeries } from '../../../../db/schema/posts.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { isFreePost, isListed } from '../../../base/access/listed-posts.ts';
import { fileTakenDown } from '../../../base/access/taken-down.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../../people/accounts/profile-cards.ts';
import { type FileFacts, fileView } from '../../../base/files/presenters.ts';
import { fileById } from '../presenters.ts';

export interface SeriesParts {
  readonly row: typeof postSeries.$inferSelect;
  readonly card: CardRow;
  readonly cover: FileFacts | null;
  readonly posts: number;
}

/**
 * The picture of the first listed post that is public and free, so that a cover shows nothing that is locked for
 * anybody. A post's picture is its thumbnail, else its first photo; the one of a link card belongs to another page.
 */
const coverFile = (moment: SQL): SQL => sql`(
  SELECT picture.id FROM post_series_items i JOIN feeds f ON f.id = i.feed_id CROSS JOIN LATERAL (
    SELECT p.id FROM files p LEFT JOIN feed_files ff ON ff.file_id = p.id AND ff.feed_id = f.id
    WHERE (p.id = f.thumbnail_id OR ff.feed_id IS NOT NULL) AND p.mime LIKE 'image/%' AND NOT ${fileTakenDown(sql`p.id`)}
    ORDER BY p.id = f.thumbnail_id DESC NULLS LAST, ff.position LIMIT 1) AS picture
  WHERE i.series_id = ${postSeries.id} AND f.link_card IS NULL AND ${isListed(sql`f`, moment)} AND ${isFreePost(sql`f`)}
  ORDER BY i.position LIMIT 1)`;

/** A series but for its number of posts. Select from `post_series` joined with `accounts` and `performers`. */
export const seriesColumns = (ctx: Ctx) => ({
  row: postSeries,
  card: cardColumns,
  cover: fileById(coverFile(sql`${now(ctx).toISOString()}`)),
});

/** A series as readers see it who may see its creator. */
export const seriesView = (ctx: Ctx, { row, card, cover, posts }: SeriesParts): PostSeries => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  performer: toPerformerCard(ctx, card),
  posts,
  cover: cover && fileView(ctx, cover, { readable: true, by: 'free' }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
