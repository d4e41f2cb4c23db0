import { type SQL, sql } from 'drizzle-orm';
import type { Audience, ObjectType } from '#contract/core/schemas.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import type { Item } from '../../base/access/access.ts';

/** Posts have a view of their own. */
export type CardType = Exclude<ObjectType, 'feed'>;

export interface CardRow {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly cover: string | null;
  readonly audience: Audience;
  /** The price of reading it, and the price shown. PostgreSQL returns bigint as text. */
  readonly price: string | number;
  readonly shown_price: string | number;
  readonly included: boolean;
  readonly published: boolean;
  readonly kind: Item['kind'];
  readonly item: string;
  readonly files: string[];
  readonly num_of_items: number | null;
  readonly duration: number | null;
  readonly gallery_id: string | null;
  readonly ends_at: Date | string | null;
}

const nothing = sql`NULL::int AS num_of_items, NULL::float AS duration, NULL::uuid AS gallery_id`;
const photoIds = (gallery: SQL) =>
  sql`(SELECT coalesce(json_agg(p.file_id), '[]') FROM photos p WHERE p.gallery_id = ${gallery} AND p.state <> 'removed')`;
const inTheWindow = sql`'public' AS audience, 0 AS price, false AS included, w.id AS item, '[]'::json AS files`;

const rowsQuery: Record<CardType, SQL> = {
  video: sql`
    SELECT w.id, w.performer_id AS owner, w.title, coalesce(w.thumbnail_id, w.file_id) AS cover, w.audience, w.price, w.price AS shown_price, w.included_in_subscription AS included,
      w.state = 'published' AS published, 'video' AS kind, w.id AS item, CASE WHEN w.file_id IS NULL THEN '[]'::json ELSE json_build_array(w.file_id) END AS files,
      NULL::int AS num_of_items, (SELECT f.duration FROM files f WHERE f.id = w.file_id) AS duration, NULL::uuid AS gallery_id, NULL::timestamptz AS ends_at
    FROM videos w`,
  gallery: sql`
    SELECT w.id, w.performer_id AS owner, w.title,
      coalesce((SELECT p.file_id FROM photos p WHERE p.id = w.cover_photo_id), (SELECT p.file_id FROM photos p WHERE p.gallery_id = w.id AND p.state = 'published' ORDER BY p.position, p.id LIMIT 1)) AS cover,
      w.audience, w.price, w.price AS shown_price, w.included_in_subscription AS included, w.state = 'published' AS published, 'gallery' AS kind, w.id AS item, ${photoIds(sql`w.id`)} AS files,
      w.num_of_items, NULL::float AS duration, NULL::uuid AS gallery_id, NULL::timestamptz AS ends_at
    FROM galleries w`,
  photo: sql`
    SELECT w.id, w.performer_id AS owner, w.title, w.file_id AS cover, coalesce(g.audience, w.audience) AS audience, coalesce(g.price, 0) AS price, coalesce(g.price, 0) AS shown_price,
      coalesce(g.included_in_subscription, false) AS included, w.state = 'published' AND coalesce(g.state = 'published', true) AS published,
      CASE WHEN g.id IS NULL THEN 'photo' ELSE 'gallery' END AS kind, coalesce(g.id, w.id) AS item, ${photoIds(sql`g.id`)} AS files,
      NULL::int AS num_of_items, NULL::float AS duration, g.id AS gallery_id, NULL::timestamptz AS ends_at
    FROM photos w LEFT JOIN galleries g ON g.id = w.gallery_id`,
  product: sql`
    SELECT w.id, w.performer_id AS owner, w.name AS title, (SELECT i.file_id FROM product_images i WHERE i.product_id = w.id ORDER BY i.position LIMIT 1) AS cover,
      w.price AS shown_price, w.state = 'published' AS published, 'product' AS kind, ${nothing}, NULL::timestamptz AS ends_at, ${inTheWindow}
    FROM products w`,
  auction: sql`
    SELECT w.id, w.performer_id AS owner, w.title, (SELECT i.file_id FROM auction_images i WHERE i.auction_id = w.id ORDER BY i.position LIMIT 1) AS cover,
      coalesce(w.current_price, w.start_price) AS shown_price, w.state <> 'cancelled' AS published, 'auction' AS kind, ${nothing}, w.effective_end_at AS ends_at, ${inTheWindow}
    FROM auctions w`,
};

export const findCards = (db: Db, type: CardType, ids: readonly string[]): Promise<CardRow[]> =>
  fetchRows(db.execute(sql`${rowsQuery[type]} WHERE w.id = ANY (${idList(ids)}::text::uuid[])`));
