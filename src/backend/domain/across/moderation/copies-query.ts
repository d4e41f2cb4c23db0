import { type SQL, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { SAME_PICTURE_BITS } from '../../../kernel/picture-hash.ts';
import { isBought } from '../../base/access/buyers.ts';

/** The files of a decision, and every other one that looks like them or has the same bytes. */
export const selectAlike = (db: Db, decisionId: string): Promise<{ id: string }[]> =>
  fetchRows(
    db.execute(sql`
  SELECT d.file_id AS id FROM taken_down_files d WHERE d.decision_id = ${decisionId}
  UNION SELECT f.id FROM taken_down_files d JOIN files t ON t.id = d.file_id JOIN files f
    ON (f.picture_hash IS NOT NULL AND t.picture_hash IS NOT NULL AND bit_count((f.picture_hash # t.picture_hash)::bit(64)) <= ${SAME_PICTURE_BITS})
    OR (f.checksum = t.checksum AND f.bytes = t.bytes)
  WHERE d.decision_id = ${decisionId}`),
  );

const isThere = (kind: string): SQL => sql`(w.state <> 'removed' OR ${isBought(kind, sql`w.id`)})`;

/** Where files are shown, sold, or kept by buyers, leaving out what is gone for everyone. */
const places = (files: SQL): SQL => sql`
  SELECT 'feed' AS kind, w.id FROM feed_files l JOIN feeds w ON w.id = l.feed_id WHERE l.file_id = ${files} AND ${isThere('feed')}
  UNION SELECT 'feed', w.id FROM feeds w WHERE (w.thumbnail_id = ${files} OR w.teaser_id = ${files}) AND ${isThere('feed')}
  UNION SELECT 'video', w.id FROM videos w WHERE (w.file_id = ${files} OR w.thumbnail_id = ${files} OR w.teaser_id = ${files}) AND ${isThere('video')}
  UNION SELECT CASE WHEN w.gallery_id IS NULL THEN 'photo' ELSE 'gallery' END, coalesce(w.gallery_id, w.id) FROM photos w WHERE w.file_id = ${files} AND (w.state <> 'removed' OR ${isBought('gallery', sql`w.gallery_id`)})
  UNION SELECT 'product', w.id FROM (SELECT product_id, file_id FROM product_images UNION ALL SELECT product_id, file_id FROM product_files) l
    JOIN products w ON w.id = l.product_id WHERE l.file_id = ${files} AND ${isThere('product')}
  UNION SELECT 'auction', l.auction_id FROM auction_images l WHERE l.file_id = ${files}
  UNION SELECT 'message', w.id FROM message_files l JOIN messages w ON w.id = l.message_id WHERE l.file_id = ${files} AND (w.deleted_at IS NULL OR ${isBought('message', sql`w.id`)})
  UNION SELECT 'message', w.id FROM stream_message_files l JOIN stream_messages w ON w.id = l.message_id WHERE l.file_id = ${files} AND w.deleted_at IS NULL`;

export interface Place {
  readonly kind: ReportTarget;
  readonly id: string;
}

/** Where some files are, unless they were taken down there as illegal. */
export const selectPlaces = (db: Db, ids: readonly string[], most: number): Promise<Place[]> =>
  fetchRows(
    db.execute(sql`
    SELECT p.kind, p.id FROM (${places(sql`ANY (${idList(ids)}::text::uuid[])`)}) AS p (kind, id)
    WHERE NOT EXISTS (SELECT 1 FROM taken_down_items d JOIN moderation_decisions m ON m.id = d.decision_id AND m.legal_basis = 'illegal' WHERE d.kind = p.kind AND d.item_id = p.id)
    ORDER BY p.id LIMIT ${most}`),
  );
