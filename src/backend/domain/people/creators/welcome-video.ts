import { eq } from 'drizzle-orm';
import type { UploadFields } from '#contract/base/files.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { fileView } from '../../base/files/presenters.ts';
import { storeUpload } from '../../base/files/uploads.ts';

/** Sets or removes the viewer's welcome video and deletes the previous one. */
async function replace(ctx: UserCtx, fileId: string | null): Promise<void> {
  const mine = eq(performers.accountId, ctx.viewer.id);
  await transaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select({ id: performers.welcomeVideoId })
      .from(performers)
      .where(mine)
      .for('no key update');
    if (!before || (fileId === null && before.id === null)) throw notFound();
    await tx.db
      .update(performers)
      .set({ welcomeVideoId: fileId, updatedAt: now(tx) })
      .where(mine);
    if (before.id) await dropFiles(tx, [before.id]);
  });
}

/**
 * Sets the welcome video. Visitors see it once it is processed; its creator sees it immediately, with
 * progress.
 */
export async function setWelcomeVideo(
  ctx: UserCtx,
  fields: UploadFields,
  file: UploadedFile | undefined,
): Promise<FileView> {
  const row = await storeUpload(ctx, { type: 'welcome-video', kind: 'video', fields, file });
  await replace(ctx, row.id);
  return fileView(ctx, row, { readable: true });
}

/** @throws AppError 404 when there is none. */
export const removeWelcomeVideo = (ctx: UserCtx): Promise<void> => replace(ctx, null);
