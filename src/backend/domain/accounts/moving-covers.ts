import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type Ctx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { AppError } from '../../kernel/errors.ts';
import type { JobPayloads, JobRun } from '../../kernel/job-payloads.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import { publicPictures } from '../files/presenters.ts';
import { keepPublicImage, publicImageKeys, removePublicImage } from '../files/public-images.ts';
import { removeObjects } from '../files/storing.ts';
import { temporaryFiles } from '../files/temporary-uploads.ts';
import { later } from '../files/upload-names.ts';
import { notify } from '../notifications/notify.ts';

type Payload = JobPayloads['animate-cover'];

/** After this many attempts cut short by the end of their process, the picture is assumed to be the cause. */
const mostAttempts = 4;
/** Pages drawn before the change still show the still picture. */
const shownOnMs = 10 * 60_000;
const notProcessed = 'This file couldn’t be processed. Save it in another format and upload the new file.';

/** Whether the account still shows the still picture. Inside a transaction, until its end. */
async function isShown(ctx: Ctx, { accountId, storageKey }: Payload): Promise<boolean> {
  const query = ctx.db.select({ cover: accounts.cover }).from(accounts).where(eq(accounts.id, accountId));
  const [row] = await (ctx.inTransaction ? query.for('no key update') : query);
  return row?.cover === storageKey;
}

/** @throws AppError 422 with the reason. */
async function replace(ctx: Ctx, given: Payload, signal: AbortSignal): Promise<void> {
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

const tell = (ctx: Ctx, given: Payload, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    if (!(await isShown(tx, given))) return;
    await notify(tx, {
      to: given.accountId,
      type: 'media',
      kind: 'cover-failed',
      text: `Your cover stays a still picture because it couldn’t be animated. ${reason}`,
      href: routes.creatorAccount,
      group: { key: `cover:${given.storageKey}` },
      once: true,
    });
  });

/**
 * The job that puts a moving cover in the place of the still one that is shown until then. If it can't be made, the
 * still one stays, and its owner reads why. May run again at any time.
 */
export async function animateCover(ctx: Ctx, given: Payload, { attempt, signal }: JobRun): Promise<void> {
  if (attempt > mostAttempts) await tell(ctx, given, notProcessed);
  else if (await isShown(ctx, given))
    try {
      await replace(ctx, given, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || error.status !== 422) throw error;
      await tell(ctx, given, error.message);
    }
  await removeObjects(ctx, [given.original]);
}
