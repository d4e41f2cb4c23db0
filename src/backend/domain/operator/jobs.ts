import { and, asc, eq, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { now, transaction } from '../../kernel/context.ts';
import { sqlState } from '../../db/db.ts';
import { jobs } from '../../db/schema/kernel.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { everyPrefix } from '../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type JobRow = typeof jobs.$inferSelect;
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
    const [job] = await tx.db.select().from(jobs).where(eq(jobs.id, id)).for('update');
    if (!job) throw new AppError(404, 'not_found', `There is no job ${id}.`);
    if (job.doneAt) throw conflict(`Job ${id} is already done.`);
    const [again] = await tx.db
      .update(jobs)
      .set({ failedAt: null, attempts: 0, leasedUntil: null, runAt: now(tx) })
      .where(eq(jobs.id, id))
      .returning();
    await audit(tx, {
      action: 'job.retried',
      subject: id,
      facts: { kind: job.kind, attempts: job.attempts, lastError: job.lastError },
    });
    return again ?? job;
  }).catch((error: unknown) => {
    if (sqlState(error) === '23505')
      throw conflict('The same job is already waiting, so this one isn’t needed.');
    throw error;
  });
}
