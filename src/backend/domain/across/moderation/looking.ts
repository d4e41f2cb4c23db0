import type { ReportTarget } from '#contract/across/reports.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { isId } from './acting.ts';
import { isOther, selectOther } from './evidence-query.ts';
import { type Evidence, filesOfTarget, loadMediaItem } from './evidence.ts';

/**
 * Anything on the site with a snapshot of it, whoever may see it: for operators, and for the site’s own cases.
 * @throws AppError 404
 */
export async function lookAt(ctx: Ctx, type: ReportTarget, id: string): Promise<Evidence> {
  if (!isId(id)) throw notFound();
  if (!isOther(type)) {
    const { owner_id: ownerId, row, files: fileIds } = await loadMediaItem(ctx, type, id);
    return { ownerId, snapshot: { ...row, files: fileIds }, fileIds };
  }
  const found = await selectOther(ctx.db, type, id);
  if (!found) throw notFound();
  const fileIds = type === 'account' ? [] : await filesOfTarget(ctx, type, id);
  return { ownerId: found.owner_id, snapshot: { ...found.row, files: fileIds }, fileIds };
}
