import { and, asc, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { transaction } from '../../../kernel/context.ts';
import { jobs } from '../../../db/schema/kernel.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type JobRow, everyPrefix, runAgain } from '../../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

export type JobState = 'waiting' | 'failed';

export const jobState = (job: JobRow): JobState | 'done' =>
  job.doneAt ? 'done' : job.failedAt ? 'failed' : 'waiting';

const notRecurring = notLike(jobs.dedupeKey, `${everyPrefix}%`);
const unfinished = (state: JobState | undefined) =>
  and(
    isNull(jobs.doneAt),
    state && (state === 'failed' ? isNotNull(jobs.failedAt) : isNull(jobs.failedAt)),
    or(isNull(jobs.dedupeKey), notRecurring, isNotNull(jobs.lastError)),
  );

/** Unfinished jobs, next to run first. Of recurring jobs, only those that failed last time. */
export function listJobs(
  ctx: OperatorCtx,
  { state, offset = 0, limit }: { state?: JobState | undefined; offset?: number; limit: number },
): Promise<JobRow[]> {
  return ctx.db
    .select()
    .from(jobs)
    .where(unfinished(state))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .offset(offset)
    .limit(limit);
}

/** How many there are, counted some way past the page. */
export const countJobs = (
  ctx: OperatorCtx,
  { state, ...page }: { state?: JobState | undefined; offset: number; limit: number },
): Promise<number> =>
  cappedTotal(ctx, ctx.db.select({ id: jobs.id }).from(jobs).where(unfinished(state)).getSQL(), page);

/** Runs a job immediately that gave up or is waiting for its next attempt. */
export async function retryJob(ctx: OperatorCtx, id: string, reason?: string): Promise<JobRow> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new AppError(404, 'not_found', `There is no job ${id}.`);
  return transaction(ctx, async (tx) => {
    const { before, after } = await runAgain(tx, id);
    await audit(tx, {
      action: 'job.retried',
      subject: id,
      facts: {
        kind: before.kind,
        attempts: before.attempts,
        lastError: before.lastError,
        ...(reason && { reason }),
      },
    });
    return after;
  });
}
