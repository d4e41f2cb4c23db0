import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { orderProblemFiles } from '../../../db/schema/shop.ts';
import { invalid } from '../../../kernel/errors.ts';
import { fileTakenDown } from '../../base/access/taken-down.ts';
import { claimFiles, isClaimed } from '../../base/files/claims.ts';
import { type FileFacts, fileColumns } from '../../base/files/presenters.ts';

const field = 'photos';
const usedError = () =>
  invalid(field, 'A photo is already used in another place. Remove it here and upload it again.');

/**
 * Attaches the viewer's own photos to the problem of an order. Each must be ready and used by nothing else, so that no
 * one loses or sees it by what is done elsewhere.
 * @throws AppError 422 on `photos`
 */
export async function attachProblemPhotos(
  tx: UserCtx,
  orderId: string,
  fileIds: readonly string[],
): Promise<void> {
  const rows = await claimFiles(tx, fileIds, { field, kinds: ['image'], word: 'Photo' });
  if (rows.length === 0) return;
  if (rows.some(({ state }) => state !== 'ready'))
    throw invalid(field, 'A photo is still being processed. Wait a moment and try again.');
  const used = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), sql`(${isClaimed})`));
  if (used.length > 0) throw usedError();
  // Another report with the same photo may be under way.
  const added = await tx.db
    .insert(orderProblemFiles)
    .values(fileIds.map((fileId, position) => ({ orderId, fileId, position })))
    .onConflictDoNothing()
    .returning({ id: orderProblemFiles.fileId });
  if (added.length < fileIds.length) throw usedError();
}

/** The photos that show the problem of an order. The caller checks who may see them. */
export async function problemPhotos(ctx: Ctx, orderId: string): Promise<FileFacts[]> {
  return ctx.db
    .select(fileColumns)
    .from(orderProblemFiles)
    .innerJoin(files, eq(files.id, orderProblemFiles.fileId))
    .where(and(eq(orderProblemFiles.orderId, orderId), sql`NOT ${fileTakenDown(files.id)}`))
    .orderBy(asc(orderProblemFiles.position));
}
