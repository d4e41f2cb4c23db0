import { sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { AppError } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { SAME_PICTURE_BITS } from '../../../kernel/picture-hash.ts';

/** Held by removals while they list pictures, and shared by uploads while they write what they checked. */
const LIST_LOCK = 7_264_183_050;

/** Uploads that are written now finish first, and later ones see what is listed. Until the end of the transaction. */
export const lockRemovedPictures = (tx: Ctx) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(LIST_LOCK))})`);

interface Match {
  readonly id: string;
  readonly bits: number;
}

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

/** The removed picture that is most like this one. Reads the whole list, which takes milliseconds. */
async function closest(ctx: Ctx, hash: bigint): Promise<Match | undefined> {
  const [match] = await fetchRows<Match>(
    ctx.db.execute(sql`
      SELECT id, bits FROM (
        SELECT id, bit_count((hash # ${String(hash)}::bigint)::bit(64))::int AS bits FROM removed_picture_hashes
      ) AS listed WHERE bits <= ${SAME_PICTURE_BITS} ORDER BY bits, id LIMIT 1`),
  );
  return match;
}

/** @throws AppError 422 `removed_picture` */
async function refuseReturning(ctx: Ctx, hash: bigint | null): Promise<void> {
  const match = hash === null ? undefined : await closest(ctx, hash);
  if (match) throw new ReturningPicture(match);
}

/**
 * Checks a picture in the transaction that writes it, so that a removal at the same moment can't miss it. Call it
 * last: a removal waits until the transaction ends.
 * @throws AppError 422 `removed_picture`
 */
export async function checkAtWriting(tx: Ctx, hash: bigint | null): Promise<void> {
  if (hash === null) return;
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock_shared(${sql.raw(String(LIST_LOCK))})`);
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
