import { type SQL, and, eq, isNull, sql } from 'drizzle-orm';
import type { SiteMapKind } from '#contract/base/site.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { auctions } from '../../../db/schema/auctions.ts';
import { performers } from '../../../db/schema/creators.ts';
import { galleries } from '../../../db/schema/galleries.ts';
import { feeds, postSeries, postSeriesItems } from '../../../db/schema/posts.ts';
import { products } from '../../../db/schema/shop.ts';
import { videos } from '../../../db/schema/videos.ts';
import { isListed } from '../access/listed-posts.ts';

/** Search engines take ten times as many in one file; this keeps a part's query short. */
const PART_SIZE = 5_000;

/** A post that anybody can open. */
const isOut = (post: SQL, moment: Date) => isListed(post, sql`${moment.toISOString()}`);

/** Which rows of a kind have a page that anybody can open, apart from who their creator is. */
const listed = {
  post: (moment: Date) => sql`FROM ${feeds} AS item WHERE ${isOut(sql`item`, moment)}`,
  series: (moment: Date) =>
    sql`FROM ${postSeries} AS item WHERE EXISTS (SELECT 1 FROM ${postSeriesItems} AS part JOIN ${feeds} AS post ON post.id = part.feed_id WHERE part.series_id = item.id AND ${isOut(sql`post`, moment)})`,
  video: () => sql`FROM ${videos} AS item WHERE item.state = 'published'`,
  gallery: () => sql`FROM ${galleries} AS item WHERE item.state = 'published'`,
  product: () => sql`FROM ${products} AS item WHERE item.state = 'published'`,
  auction: () => sql`FROM ${auctions} AS item WHERE item.state IN ('scheduled', 'live')`,
} as const satisfies Record<Exclude<SiteMapKind, 'profile'>, (moment: Date) => SQL>;

/** Creators whom the asker's place may see, by the rule of every list of creators. */
const findable = (isMet: SQL | undefined): SQL => sql`
  ${performers} JOIN ${accounts} ON ${accounts.id} = ${performers.accountId}
  WHERE ${and(eq(performers.verified, 'approved'), isNull(accounts.suspendedAt), isMet)}`;

interface Pages {
  readonly kind: SiteMapKind;
  readonly moment: Date;
  /** SQL condition on `performers`. */
  readonly isMet: SQL | undefined;
}
/** SELECT of a kind's pages, unordered: `id`, `name` and `updated_at`. */
function selectPages({ kind, moment, isMet }: Pages): SQL {
  if (kind === 'profile')
    return sql`SELECT ${performers.accountId} AS id, ${accounts.username} AS name, ${performers.updatedAt} AS updated_at FROM ${findable(isMet)}`;
  return sql`SELECT item.id, item.id::text AS name, item.updated_at ${listed[kind](moment)}
    AND item.performer_id IN (SELECT ${performers.accountId} FROM ${findable(isMet)})`;
}

/** The first page of each part. */
export const startsOfParts = (db: Db, pages: Pages): Promise<{ id: string; at: string; total: string }[]> =>
  fetchRows(
    db.execute(sql`
          SELECT id, at, total FROM (
            SELECT id, row_number() OVER (ORDER BY id) AS at, count(*) OVER () AS total FROM (${selectPages(pages)}) AS page
          ) AS counted WHERE at = 1 OR (at % ${PART_SIZE} = 0 AND at < total) ORDER BY at`),
  );

/** The pages of a part after an id, in the order of their ids. */
export function findPages(
  db: Db,
  pages: Pages,
  after: string | undefined,
): Promise<{ name: string; updated_at: string | Date }[]> {
  const later = after === undefined ? sql`` : sql`WHERE id > ${after}::uuid`;
  return fetchRows(
    db.execute(
      sql`SELECT name, updated_at FROM (${selectPages(pages)}) AS page ${later} ORDER BY id LIMIT ${PART_SIZE}`,
    ),
  );
}
