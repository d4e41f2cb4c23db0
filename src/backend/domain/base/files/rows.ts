import { eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';

/** As text that PostgreSQL parses, so that both drivers write the same. */
const asJson = (renditions: readonly StoredRendition[]) => sql`${JSON.stringify(renditions)}::jsonb`;

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

/** Keeps the CRC-32 of a file's original, so that a ZIP with it can go on where it was interrupted. */
export async function keepChecksum(db: Db, fileId: string, checksum: number): Promise<void> {
  await db.update(files).set({ checksum }).where(eq(files.id, fileId));
}
