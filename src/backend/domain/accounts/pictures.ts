import { eq } from 'drizzle-orm';
import { type UserCtx, now } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { publicImageUrl } from '../files/presenters.ts';
import { removePublicImage, storePublicImage } from '../files/storing.ts';

/**
 * Sets the account's avatar or cover and removes the previous one.
 * @throws AppError 422 `unsupported_file` with the reason or `removed_picture`.
 */
export async function setPicture(
  ctx: UserCtx,
  use: 'avatar' | 'cover',
  files: readonly UploadedFile[],
): Promise<{ url: string }> {
  const [file] = files;
  if (!file) throw invalid('file', 'Choose a file.');
  const mine = eq(accounts.id, ctx.viewer.id);
  const bytes = await file.bytes();
  const { replaced, storageKey } = await storePublicImage(ctx, { use, bytes }, async (tx, key) => {
    const [before] = await tx.db
      .select({ avatar: accounts.avatar, cover: accounts.cover })
      .from(accounts)
      .where(mine)
      .for('no key update');
    await tx.db
      .update(accounts)
      .set({ [use]: key, updatedAt: now(tx) })
      .where(mine);
    return { replaced: before?.[use] ?? null, storageKey: key };
  });
  if (replaced) await removePublicImage(ctx, use, replaced);
  return { url: publicImageUrl(storageKey, use) ?? '' };
}
