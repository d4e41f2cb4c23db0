import { and, asc, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { transaction } from '../../kernel/context.ts';
import { jobs } from '../../db/schema/kernel.ts';
import { AppError } from '../../kernel/errors.ts';
import { type JobRow, everyPrefix, runAgain } from '../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type JobState = 'waiting' | 'failed';

export const stateOf = (job: JobRow): JobState | 'done' =>
  job.doneAt ? 'done' : job.failedAt ? 'failed' : 'waiting';

/** Unfinished jobs, next to run first. Of recurring jobs, only those that failed last time. */
export function listJobs(ctx: OperatorCtx, filter: { state?: JobState; limit: number }): Promise<JobRow[]> {
  const failed =
    filter.state === undefined
      ? undefined
      : filter.state === 'failed'
        ? isNotNull(jobs.failedAt)
        : isNull(jobs.failedAt);
  return ctx.db
    .select()
    .from(jobs)
    .where(
      and(
        isNull(jobs.doneAt),
        failed,
        or(isNull(jobs.dedupeKey), notLike(jobs.dedupeKey, `${everyPrefix}%`), isNotNull(jobs.lastError)),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(filter.limit);
}

/** Runs a job immediately that gave up or is waiting for its next attempt. */
export async function retryJob(ctx: OperatorCtx, id: string): Promise<JobRow> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new AppError(404, 'not_found', `There is no job ${id}.`);
  return transaction(ctx, async (tx) => {
    const { before, after } = await runAgain(tx, id);
    await audit(tx, {
      action: 'job.retried',
      subject: id,
      facts: { kind: before.kind, attempts: before.attempts, lastError: before.lastError },
    });
    return after;
  });
}
