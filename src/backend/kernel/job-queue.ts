import type { Ctx } from './context.ts';
import { now } from './context.ts';
import { jobs } from '../db/schema/kernel.ts';
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

/**
 * Adds a job. Pass the transaction of its cause, so that the job exists exactly if the cause does. A job runs
 * at least once, possibly on another machine, so its function must tolerate being repeated.
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
