import type { Ctx } from './context.ts';
import { now } from './context.ts';
import { jobs } from '../db/schema.ts';
import type { JobKind, JobPayloads } from './job-payloads.ts';

/** Of the key of a job that repeats itself; the rest is its kind. */
export const everyPrefix = 'every:';

export interface NewJob<K extends JobKind> {
  readonly kind: K;
  readonly payload: JobPayloads[K];
  /** Not before this moment; at once when absent. */
  readonly runAt?: Date;
  /** While a job with this key waits or runs, another is not added. */
  readonly dedupeKey?: string;
}

/**
 * Adds a job. Give it the transaction of its cause: then the job exists exactly if the cause does.
 * It runs at least once, perhaps on another machine: its function must bear being run again.
 */
export async function enqueue<K extends JobKind>(tx: Ctx, job: NewJob<K>): Promise<void> {
  const createdAt = now(tx);
  const row = {
    id: tx.ports.ids(),
    kind: job.kind,
    payload: job.payload,
    dedupeKey: job.dedupeKey ?? null,
    runAt: job.runAt ?? createdAt,
    createdAt,
  };
  await tx.db.insert(jobs).values(row).onConflictDoNothing();
}
