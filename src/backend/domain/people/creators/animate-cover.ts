import { routes } from '#config/routes.ts';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { JobPayloads, JobRun } from '../../../kernel/job-payloads.ts';
import { isShown, replaceCover } from '../accounts/moving-covers.ts';
import { removeObjects } from '../../base/files/storing.ts';
import { notify } from '../notifications/notify.ts';

type Payload = JobPayloads['animate-cover'];

/** After this many attempts cut short by the end of their process, the picture is assumed to be the cause. */
const mostAttempts = 4;
const notProcessed = 'This file couldn’t be processed. Save it in another format and upload the new file.';

const notifyOwner = (ctx: Ctx, given: Payload, reason: string): Promise<void> =>
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
  if (attempt > mostAttempts) await notifyOwner(ctx, given, notProcessed);
  else if (await isShown(ctx, given))
    try {
      await replaceCover(ctx, given, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || error.status !== 422) throw error;
      await notifyOwner(ctx, given, error.message);
    }
  await removeObjects(ctx, [given.original]);
}
