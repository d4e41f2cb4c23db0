import { and, eq, inArray, sql } from 'drizzle-orm';
import type { UserCtx } from '../context.ts';
import { files } from '../db/schema.ts';

/** Writes what own files show (alt text), by their ids; an empty text takes it away. Ids that aren't the viewer's change nothing. */
export async function setAlts(tx: UserCtx, alts: Readonly<Record<string, string>>): Promise<void> {
  const ids = Object.keys(alts).sort();
  if (ids.length === 0) return;
  const text = sql.join(
    ids.map((id) => sql`WHEN ${id}::uuid THEN ${alts[id]?.trim() || null}::text`),
    sql` `,
  );
  await tx.db
    .update(files)
    .set({ alt: sql`CASE ${files.id} ${text} END` })
    .where(and(inArray(files.id, ids), eq(files.ownerId, tx.viewer.id)));
}
