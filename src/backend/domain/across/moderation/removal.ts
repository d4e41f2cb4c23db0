import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { takenDownFiles, takenDownItems } from '../../../db/schema/moderation.ts';
import { forgetPictures, listPictures } from './removed-pictures.ts';

/** Something that an operator's decision takes down, with its files. */
export interface Removal {
  readonly kind: Exclude<ReportTarget, 'account'>;
  readonly itemId: string;
  readonly decisionId: string;
  /** Whether it is removed for good, rather than hidden. */
  readonly isRemoved: boolean;
  readonly fileIds: readonly string[];
}

/**
 * Called for everything that is hidden or removed, in the transaction of the decision: its creator can't publish it
 * again, and its files are closed to everyone but their owner and buyers. The pictures of what is removed for good
 * can't be uploaded again.
 */
export async function onRemoval(
  tx: Ctx,
  { kind, itemId, decisionId, isRemoved, fileIds }: Removal,
): Promise<void> {
  await tx.db
    .insert(takenDownItems)
    .values({ kind, itemId, decisionId, createdAt: now(tx) })
    .onConflictDoUpdate({ target: [takenDownItems.kind, takenDownItems.itemId], set: { decisionId } });
  const there =
    fileIds.length === 0
      ? []
      : await tx.db
          .select({ fileId: files.id })
          .from(files)
          .where(inArray(files.id, [...fileIds]))
          .orderBy(asc(files.id))
          .for('key share');
  if (there.length > 0)
    await tx.db
      .insert(takenDownFiles)
      .values(there.map(({ fileId }) => ({ decisionId, fileId })))
      .onConflictDoNothing();
  if (isRemoved) await listPictures(tx, decisionId, fileIds);
}

/** Undoes `onRemoval` for one decision. */
export async function endRemoval(tx: Ctx, decisionId: string): Promise<void> {
  await tx.db.delete(takenDownItems).where(eq(takenDownItems.decisionId, decisionId));
  await tx.db.delete(takenDownFiles).where(eq(takenDownFiles.decisionId, decisionId));
  await forgetPictures(tx, decisionId);
}

/** The decision that took an item down, or null. */
export async function takenDownBy(ctx: Ctx, kind: string, itemId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ decisionId: takenDownItems.decisionId })
    .from(takenDownItems)
    .where(and(eq(takenDownItems.kind, kind), eq(takenDownItems.itemId, itemId)));
  return row?.decisionId ?? null;
}
