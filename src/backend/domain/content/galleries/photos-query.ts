import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';

/** The files of those galleries in which an account already owns a file bought elsewhere. */
export const filesOfPartlyBought = (
  db: Db,
  accountId: string,
  galleryIds: readonly string[],
): Promise<{ gallery: string; files: string[] }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT p.gallery_id AS gallery, json_agg(DISTINCT p.file_id) AS files FROM photos p
    WHERE p.state = 'published' AND p.gallery_id IN (
      SELECT q.gallery_id FROM purchase_files f JOIN photos q ON q.file_id = f.file_id
      WHERE f.account_id = ${accountId} AND q.state = 'published' AND q.gallery_id = ANY (${idList(galleryIds)}::text::uuid[]))
    GROUP BY p.gallery_id`),
  );

/**
 * SQL condition on photos `p`: the viewer bought the gallery and keeps the photo although it was since
 * removed from it. Always false for visitors.
 */
export const ownedByBuyer = (viewerId: string | null) =>
  viewerId === null
    ? sql`false`
    : sql`(p.state IN ('archived', 'removed') AND EXISTS (
    SELECT 1 FROM purchases b JOIN purchase_files f ON f.purchase_id = b.id
    WHERE b.account_id = ${viewerId} AND b.kind = 'gallery' AND b.item_id = p.gallery_id AND b.reversed_at IS NULL AND f.file_id = p.file_id OFFSET 0))`;

/** The number of such photos per gallery. */
export const countOwned = (
  db: Db,
  viewerId: string | null,
  galleryIds: readonly string[],
): Promise<{ gallery: string; saved: number }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT p.gallery_id AS gallery, count(*)::int AS saved FROM photos p
    WHERE p.gallery_id = ANY (${idList(galleryIds)}::text::uuid[]) AND ${ownedByBuyer(viewerId)} GROUP BY p.gallery_id`),
  );

/** Which photos were bought with their gallery. */
export const findSold = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  fetchRows(
    db.execute(sql`
    SELECT p.id FROM photos p WHERE p.id = ANY (${idList(ids)}::text::uuid[]) AND EXISTS (
      SELECT 1 FROM purchases b JOIN purchase_files f ON f.purchase_id = b.id WHERE b.kind = 'gallery' AND b.item_id = p.gallery_id AND b.reversed_at IS NULL AND f.file_id = p.file_id)`),
  );

/** Puts the photos of a gallery into an order, which is passed as one array rather than a parameter per photo. */
export async function orderPhotos(db: Db, galleryId: string, photoIds: readonly string[]): Promise<void> {
  await db.execute(sql`
      UPDATE photos SET position = place.at - 1 FROM unnest(${idList(photoIds)}::text::uuid[]) WITH ORDINALITY AS place (id, at)
      WHERE photos.id = place.id AND photos.gallery_id = ${galleryId} AND photos.position <> place.at - 1`);
}

/** How many photos `p` meet a condition. */
export async function countPhotos(db: Db, condition: SQL): Promise<number> {
  const [row] = await fetchRows<{ total: number }>(
    db.execute(sql`SELECT count(*)::int AS total FROM photos p WHERE ${condition}`),
  );
  return row?.total ?? 0;
}

/** A page of the photos `p` that meet a condition, in the order of their gallery. */
export const pageOfPhotos = (
  db: Db,
  condition: SQL,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ id: string; position: number }[]> =>
  fetchRows(
    db.execute(
      sql`SELECT p.id, p.position FROM photos p WHERE ${condition} ORDER BY p.position, p.id LIMIT ${limit} OFFSET ${offset}`,
    ),
  );
