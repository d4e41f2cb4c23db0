import { eq } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { publicImageUrl } from '../files/presenters.ts';
import { removePublicImage, storePublicImage } from '../files/storing.ts';

/**
 * Sets the account's avatar or cover and removes the previous one.
 * @throws AppError 422 `unsupported_file` with the reason.
 */
export async function setPicture(
  ctx: UserCtx,
  use: 'avatar' | 'cover',
  files: readonly UploadedFile[],
): Promise<{ url: string }> {
  const [file] = files;
  if (!file) throw invalid('file', 'Choose a file.');
  const storageKey = await storePublicImage(ctx, use, await file.bytes());
  const mine = eq(accounts.id, ctx.viewer.id);
  const replaced = await transaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select({ avatar: accounts.avatar, cover: accounts.cover })
      .from(accounts)
      .where(mine)
      .for('no key update');
    await tx.db
      .update(accounts)
      .set({ [use]: storageKey, updatedAt: now(tx) })
      .where(mine);
    return before?.[use] ?? null;
  }).catch(async (error: unknown) => {
    await removePublicImage(ctx, use, storageKey);
    throw error;
  });
  if (replaced) await removePublicImage(ctx, use, replaced);
  return { url: publicImageUrl(storageKey, use) ?? '' };
}
