import { eq, inArray, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';

/** Kept as text that PostgreSQL reads itself: both drivers then write the same. */
const asJson = (renditions: readonly StoredRendition[]) => sql`${JSON.stringify(renditions)}::jsonb`;

export type NewFile = Omit<typeof files.$inferInsert, 'renditions'> & {
  readonly renditions: readonly StoredRendition[];
};

/** Writes the rows of files whose objects are stored. */
export async function insertFiles(tx: Ctx, rows: readonly NewFile[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.insert(files).values(rows.map((row) => ({ ...row, renditions: asJson(row.renditions) })));
}

/**
 * Says what is stored of a file now; hold what names it. Objects that it no longer names are the caller's to
 * remove.
 */
export async function setRenditions(
  tx: Ctx,
  fileId: string,
  renditions: readonly StoredRendition[],
): Promise<void> {
  await tx.db
    .update(files)
    .set({ renditions: asJson(renditions), updatedAt: now(tx) })
    .where(eq(files.id, fileId));
}

/** Deletes rows that nothing else names, whatever is stored of them: that is the caller's to remove. */
export async function deleteFiles(tx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(files).where(inArray(files.id, [...ids]));
}
