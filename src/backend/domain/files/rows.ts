import { eq, inArray, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';

/** As text that PostgreSQL parses, so that both drivers write the same. */
const asJson = (renditions: readonly StoredRendition[]) => sql`${JSON.stringify(renditions)}::jsonb`;

export type NewFile = Omit<typeof files.$inferInsert, 'renditions'> & {
  readonly renditions: readonly StoredRendition[];
};

/** Inserts the rows of files whose objects are already stored. */
export async function insertFiles(tx: Ctx, rows: readonly NewFile[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.insert(files).values(rows.map((row) => ({ ...row, renditions: asJson(row.renditions) })));
}

/**
 * Sets a file's renditions. Lock whatever references it; the caller removes objects that are no longer
 * listed.
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

/** Deletes rows that nothing references. The caller removes their objects. */
export async function deleteFiles(tx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.db.delete(files).where(inArray(files.id, [...ids]));
}
