import { eq } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { publicImageUrl } from '../../base/files/presenters.ts';
import { removePublicImage, storePublicImage } from '../../base/files/public-images.ts';

type Use = 'avatar' | 'cover';

/** Stores the key of the account's picture, or none, and returns that of the one before. */
async function keep(tx: UserCtx, use: Use, key: string | null): Promise<string | null> {
  const mine = eq(accounts.id, tx.viewer.id);
  const [before] = await tx.db
    .select({ avatar: accounts.avatar, cover: accounts.cover })
    .from(accounts)
    .where(mine)
    .for('no key update');
  await tx.db
    .update(accounts)
    .set({ [use]: key, updatedAt: now(tx) })
    .where(mine);
  return before?.[use] ?? null;
}

/**
 * Sets the account's avatar or cover and removes the previous one. A cover that takes long to convert stands still until
 * a job has made the moving one.
 * @throws AppError 422 `unsupported_file` with the reason or `removed_picture`.
 */
export async function setPicture(
  ctx: UserCtx,
  use: Use,
  files: readonly UploadedFile[],
): Promise<{ url: string }> {
  const [file] = files;
  if (!file) throw invalid('file', 'Choose a file.');
  const bytes = await file.bytes();
  const { replaced, storageKey } = await storePublicImage(ctx, { use, bytes }, async (tx, stored) => {
    const before = await keep(tx, use, stored.storageKey);
    const { original } = stored;
    if (original !== null)
      await enqueue(tx, {
        kind: 'animate-cover',
        payload: { accountId: tx.viewer.id, storageKey: stored.storageKey, original },
      });
    return { replaced: before, storageKey: stored.storageKey };
  });
  if (replaced) await removePublicImage(ctx, use, replaced);
  return { url: publicImageUrl(storageKey, use) ?? '' };
}

/** Removes the account's avatar or cover, if it has one. */
export async function removePicture(ctx: UserCtx, use: Use): Promise<void> {
  const removed = await transaction(ctx, (tx) => keep(tx, use, null));
  if (removed) await removePublicImage(ctx, use, removed);
}
