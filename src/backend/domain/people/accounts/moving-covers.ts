import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { publicPictures } from '../../base/files/presenters.ts';
import { keepPublicImage, publicImageKeys, removePublicImage } from '../../base/files/public-images.ts';
import { temporaryFiles } from '../../base/files/temporary-uploads.ts';
import { later } from '../../base/files/upload-names.ts';

type Payload = JobPayloads['animate-cover'];

/** Pages drawn before the change still show the still picture. */
const shownOnMs = 10 * 60_000;

/** Whether the account still shows the still picture. Inside a transaction, until its end. */
export async function isShown(ctx: Ctx, { accountId, storageKey }: Payload): Promise<boolean> {
  const query = ctx.db.select({ cover: accounts.cover }).from(accounts).where(eq(accounts.id, accountId));
  const [row] = await (ctx.inTransaction ? query.for('no key update') : query);
  return row?.cover === storageKey;
}

/**
 * Makes the moving cover and puts it in the place of the still one, unless that isn't shown anymore.
 * @throws AppError 422 with the reason.
 */
export async function replaceCover(ctx: Ctx, given: Payload, signal: AbortSignal): Promise<void> {
  const bytes = await temporaryFiles(ctx).read(given.original);
  if (bytes.length === 0)
    throw new AppError(422, 'unsupported_file', 'What was uploaded isn’t there anymore. Upload it again.');
  const picture = await ctx.ports.media.image(bytes, { widths: publicPictures.cover.widths, signal });
  const keeping = { use: 'cover', picture, accountId: given.accountId } as const;
  const unused = await keepPublicImage(ctx, keeping, async (tx, { storageKey }) => {
    if (!(await isShown(tx, given))) return storageKey;
    await tx.db
      .update(accounts)
      .set({ cover: storageKey, updatedAt: now(tx) })
      .where(eq(accounts.id, given.accountId));
    await enqueue(tx, {
      kind: 'remove-objects',
      payload: { keys: publicImageKeys('cover', given.storageKey) },
      runAt: later(tx, shownOnMs),
    });
    return null;
  });
  if (unused !== null) await removePublicImage(ctx, 'cover', unused);
}
