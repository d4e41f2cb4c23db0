import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Ctx } from './context.ts';
import { now } from './context.ts';
import { sqlState } from '../db/db.ts';
import { jobs } from '../db/schema/kernel.ts';
import { AppError, conflict } from './errors.ts';
import type { JobKind, JobPayloads } from './job-payloads.ts';

/** Prefix of a recurring job's dedupe key; the rest of the key is its kind. */
export const everyPrefix = 'every:';

export interface NewJob<K extends JobKind> {
  readonly kind: K;
  readonly payload: JobPayloads[K];
  /** Not before this time. Immediately when absent. */
  readonly runAt?: Date;
  /** A second job with the same key isn't added while one is waiting or running. */
  readonly dedupeKey?: string;
}

function toJobRow<K extends JobKind>(tx: Ctx, job: NewJob<K>) {
  const createdAt = now(tx);
  return {
    id: tx.ports.ids(),
    kind: job.kind,
    payload: job.payload,
    dedupeKey: job.dedupeKey ?? null,
    runAt: job.runAt ?? createdAt,
    createdAt,
  };
}

const announce = (tx: Ctx) => tx.afterCommit(tx.ports.jobQueued, tx.ports.jobQueued);

/**
 * Adds a job. Pass the transaction of its cause, so that the job exists exactly if the cause does. A job runs
 * at least once, possibly on another machine, so its function must tolerate being repeated.
 */
export async function enqueue<K extends JobKind>(tx: Ctx, job: NewJob<K>): Promise<void> {
  await tx.db.insert(jobs).values(toJobRow(tx, job)).onConflictDoNothing();
  announce(tx);
}

/** Adds several jobs at once, each as `enqueue` does. */
export async function enqueueAll<K extends JobKind>(tx: Ctx, added: readonly NewJob<K>[]): Promise<void> {
  if (added.length === 0) return;
  await tx.db
    .insert(jobs)
    .values(added.map((job) => toJobRow(tx, job)))
    .onConflictDoNothing();
  announce(tx);
}

/** Adds a job to run now. If the same job is waiting or running, that one is due now, with fresh attempts. */
export async function enqueueNow<K extends JobKind>(
  tx: Ctx,
  job: Omit<NewJob<K>, 'runAt'> & { readonly dedupeKey: string },
): Promise<void> {
  const waiting = await tx.db
    .update(jobs)
    .set({ runAt: now(tx), attempts: 0 })
    .where(and(eq(jobs.dedupeKey, job.dedupeKey), isNull(jobs.doneAt), isNull(jobs.failedAt)))
    .returning({ id: jobs.id });
  if (waiting.length === 0) await enqueue(tx, job);
  else announce(tx);
}

/** Runs a recurring job that rests within `seconds`: from now on, it has something to wait for. */
export async function endRest(tx: Ctx, kind: JobKind, seconds: number): Promise<void> {
  const runAt = new Date(now(tx).getTime() + seconds * 1_000);
  await tx.db
    .update(jobs)
    .set({ runAt })
    .where(
      and(
        eq(jobs.dedupeKey, `${everyPrefix}${kind}`),
        isNull(jobs.doneAt),
        isNull(jobs.failedAt),
        gt(jobs.runAt, runAt),
      ),
    );
  announce(tx);
}

export type JobRow = typeof jobs.$inferSelect;

/**
 * Makes a job run immediately that gave up or is waiting for its next attempt. Returns it as it was and as it is.
 * @throws AppError 404, 409 when it is done or the same job is waiting
 */
export async function runAgain(tx: Ctx, id: string): Promise<{ before: JobRow; after: JobRow }> {
  const [before] = await tx.db.select().from(jobs).where(eq(jobs.id, id)).for('update');
  if (!before) throw new AppError(404, 'not_found', `There is no job ${id}.`);
  if (before.doneAt) throw conflict(`Job ${id} is already done.`);
  const [after] = await tx.db
    .update(jobs)
    .set({ failedAt: null, attempts: 0, leasedUntil: null, runAt: now(tx) })
    .where(eq(jobs.id, id))
    .returning()
    .catch((error: unknown) => {
      throw sqlState(error) === '23505'
        ? conflict('The same job is already waiting, so this one isn’t needed.')
        : error;
    });
  announce(tx);
  return { before, after: after ?? before };
}
