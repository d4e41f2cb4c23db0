import { type SQL, sql } from 'drizzle-orm';
import type { LibraryKind } from '#contract/content/library.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { readCursor } from '../../../kernel/keyset.ts';

type Query = ParsedInput<'GET /user/library'>['query'];
type Page = Pick<Query, 'cursor' | 'limit' | 'offset'>;
export interface Purchase {
  id: string;
  kind: LibraryKind;
  item_id: string;
  conversation_id: string | null;
  title: string;
  performer_id: string;
  cover: string | null;
  price: string | number;
  created_at: string | Date;
}

/** The image of a purchased item: the file of a message, the first photo of a gallery, or a stream's replay. */
const coverFileId = sql`CASE b.kind
  WHEN 'feed' THEN (SELECT coalesce(f.thumbnail_id, (SELECT ff.file_id FROM feed_files ff WHERE ff.feed_id = f.id ORDER BY ff.position LIMIT 1)) FROM feeds f WHERE f.id = b.item_id)
  WHEN 'video' THEN (SELECT coalesce(v.thumbnail_id, v.file_id) FROM videos v WHERE v.id = b.item_id)
  WHEN 'gallery' THEN (SELECT coalesce((SELECT p.file_id FROM photos p WHERE p.id = g.cover_photo_id), (SELECT p.file_id FROM photos p WHERE p.gallery_id = g.id ORDER BY p.position, p.id LIMIT 1)) FROM galleries g WHERE g.id = b.item_id)
  WHEN 'stream' THEN (SELECT coalesce(v.thumbnail_id, v.file_id) FROM streams s JOIN videos v ON v.id = s.replay_video_id AND v.state = 'published' WHERE s.id = b.item_id)
  WHEN 'product' THEN (SELECT i.file_id FROM product_images i WHERE i.product_id = b.item_id ORDER BY i.position LIMIT 1)
  ELSE (SELECT mf.file_id FROM message_files mf WHERE mf.message_id = b.item_id ORDER BY mf.position LIMIT 1) END`;

/**
 * SQL condition: purchases an account can open, without refunded ones. Blocks don't matter, because purchases
 * are kept.
 */
const bought = (accountId: string) =>
  sql`b.account_id = ${accountId} AND b.reversed_at IS NULL AND b.kind IN ('feed', 'video', 'gallery', 'product', 'message', 'stream')`;

/** SQL condition: the purchase `b` is one of an account's and matches. */
export function matchPurchases(accountId: string, query: Query): SQL {
  const parts = [bought(accountId)];
  if (query.kind) parts.push(sql`b.kind = ${query.kind}`);
  if (query.q) {
    parts.push(
      sql`(${matchesText(query.q, sql`b.title`)} OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = b.performer_id AND ${matchesText(query.q, sql`a.name`, sql`a.username`)}))`,
    );
  }
  return sql.join(parts, sql` AND `);
}

function afterCursor({ cursor }: Page): SQL {
  if (cursor === undefined) return sql`true`;
  const { createdAt, id } = readCursor(cursor);
  return sql`(b.created_at, b.id) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** SELECT of the purchases that meet a condition, to be counted. */
export const anyPurchase = (where: SQL): SQL => sql`SELECT 1 FROM purchases b WHERE ${where}`;

/** A page of the purchases that meet a condition, newest first, and the first of the next one. */
export function pageOfPurchases(db: Db, where: SQL, page: Page): Promise<Purchase[]> {
  const offset = page.cursor === undefined ? page.offset : 0;
  return fetchRows(
    db.execute(sql`
      SELECT b.id, b.kind, b.item_id, b.title, b.performer_id, b.price, b.created_at, ${coverFileId} AS cover,
        (SELECT m.conversation_id FROM messages m WHERE b.kind = 'message' AND m.id = b.item_id) AS conversation_id
      FROM purchases b WHERE ${where} AND ${afterCursor(page)} ORDER BY b.created_at DESC, b.id DESC LIMIT ${page.limit + 1} OFFSET ${offset}`),
  );
}
