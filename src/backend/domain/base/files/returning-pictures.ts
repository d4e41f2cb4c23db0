import type { Ctx } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type Match, closest, lockListShared } from './removed-pictures-query.ts';

/** A picture that was removed before. */
class ReturningPicture extends AppError {
  readonly match: Match;
  constructor(match: Match) {
    super(
      422,
      'removed_picture',
      'This picture was removed from the site before, so it can’t be uploaded again. If you think that’s a mistake, contact us.',
    );
    this.match = match;
  }
}

/** @throws AppError 422 `removed_picture` */
async function refuseReturning(ctx: Ctx, hash: bigint | null): Promise<void> {
  const match = hash === null ? undefined : await closest(ctx.db, hash);
  if (match) throw new ReturningPicture(match);
}

/**
 * Checks a picture in the transaction that writes it, so that a removal at the same moment can't miss it. Call it
 * last: a removal waits until the transaction ends.
 * @throws AppError 422 `removed_picture`
 */
export async function checkAtWriting(tx: Ctx, hash: bigint | null): Promise<void> {
  if (hash === null) return;
  await lockListShared(tx.db);
  await refuseReturning(tx, hash);
}

/**
 * Runs the storing of a picture, unless it was removed before: then nothing of it is stored, and operators can read
 * who uploaded it.
 * @throws AppError 422 `removed_picture`
 */
export async function unlessRemoved<T>(
  ctx: Ctx,
  { hash, accountId }: { readonly hash: bigint | null; readonly accountId: string },
  store: () => Promise<T>,
): Promise<T> {
  try {
    await refuseReturning(ctx, hash);
    return await store();
  } catch (error) {
    if (error instanceof ReturningPicture) {
      const { id: pictureId, bits } = error.match;
      await enqueue(ctx, { kind: 'picture-refused', payload: { accountId, pictureId, bits } });
    }
    throw error;
  }
}
