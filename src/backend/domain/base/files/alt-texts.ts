import { and, eq, inArray, sql } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { invalid } from '../../../kernel/errors.ts';

/**
 * Sets the alt texts of the viewer's own files by id; an empty text removes one.
 * @throws AppError 422 for a file that isn't the viewer's.
 */
export async function setAlts(tx: UserCtx, alts: Readonly<Record<string, string>>): Promise<void> {
  const ids = Object.keys(alts).sort();
  if (ids.length === 0) return;
  const text = sql.join(
    ids.map((id) => sql`WHEN ${id}::uuid THEN ${alts[id]?.trim() || null}::text`),
    sql` `,
  );
  const written = await tx.db
    .update(files)
    .set({ alt: sql`CASE ${files.id} ${text} END` })
    .where(and(inArray(files.id, ids), eq(files.ownerId, tx.viewer.id)))
    .returning({ id: files.id });
  if (written.length < ids.length)
    throw invalid('alts', 'One of these files isn’t among your uploads. Upload it again.');
}
