import type { Ctx } from './context.ts';
import { conflict } from './errors.ts';

/**
 * Refuses a change to something that was changed since the form was opened, if the request says when that was.
 * Call it with the locked row, so that of two writers the second is refused.
 * @throws AppError 409 `version_changed`
 */
export function refuseStale(tx: Ctx, { updatedAt }: { readonly updatedAt: Date }): void {
  const { version } = tx.request;
  if (version && version.getTime() !== updatedAt.getTime())
    throw conflict('This was changed elsewhere since you opened it. Nothing was saved.', 'version_changed');
}
