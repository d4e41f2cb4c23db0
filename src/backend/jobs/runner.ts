import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../kernel/context.ts';
import { fetchRows } from '../db/db.ts';
import { jobs } from '../db/schema/kernel.ts';
import { createClockCorrections } from './clock-corrections.ts';
import {
  delayed,
  type JobFunction,
  jobKinds,
  longRunning,
  outbound,
  recurring,
  withStreams,
} from './kinds.ts';
import type { JobOutcome } from '../kernel/job-payloads.ts';
import { everyPrefix } from '../kernel/job-queue.ts';

export interface JobRunner {
  /**
   * Runs due jobs, at most `limit`, and returns how many it ran, including failed attempts. A job's own
   * failure never throws.
   */
  runDue(limit?: number, which?: Which): Promise<number>;
  /** When the next job of each lane is due, of those due by `until`. */
  loadDue(until: Date): Promise<Due>;
}

export type Lane = 'quick' | 'long' | 'outbound' | 'streams';
/** By the clock port, in milliseconds. A lane without such a job is absent. */
export type Due = ReadonlyMap<Lane, number>;

/**
 * `quick` jobs don't wait for those of other lanes when each lane has its own loop; without a lane, all
 * jobs run.
 * Aborting `signal` puts running jobs back in the queue.
 */
export interface Which {
  readonly lane?: Lane;
  readonly signal?: AbortSignal;
}

/**
 * How long a job's lease lasts. The process renews it while it works; when it doesn't, another process takes
 * the job over.
 */
const leaseMs = 30_000;
const renewEveryMs = leaseMs / 4;
const atOnce = 4;
const maxAttempts = 10;
const firstRetryMs = 5_000;
const longestRetryMs = 60 * 60_000;
/** When a recurring job that found nothing to wait for runs again. */
const restSeconds = 60;

/** The kinds of jobs the runner knows. Tests pass their own. */
export interface KnownJobs {
  readonly kinds: Readonly<Record<string, JobFunction<never> | undefined>>;
  /** In seconds, as in `kinds.ts`. */
  readonly recurring: Readonly<Record<string, number | undefined>>;
  readonly longRunning?: readonly string[];
  readonly outbound?: readonly string[];
  readonly withStreams?: readonly string[];
  readonly delayed?: readonly string[];
  /** In real time, not the clock port's. */
  readonly renewEveryMs?: number;
}
interface Runner {
  readonly ctx: Ctx;
  readonly known: KnownJobs;
}

interface Claimed {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
  leasedUntil: Date;
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms);
const stamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;
/** Doubles from 5 seconds up to an hour. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));

/** The kinds of each lane but the quick one, which has all others. */
const ownKinds = ({ longRunning = [], outbound = [], withStreams: streams = [] }: KnownJobs) => ({
  long: longRunning,
  outbound,
  streams,
});

const kindIn = (kinds: readonly string[]) =>
  kinds.length === 0
    ? sql`false`
    : sql`kind IN (${sql.join(
        kinds.map((kind) => sql`${kind}`),
        sql`, `,
      )})`;

function inLane(known: KnownJobs, lane: Which['lane']) {
  if (lane === undefined) return sql`true`;
  const own = ownKinds(known);
  return lane === 'quick' ? sql`NOT ${kindIn(Object.values(own).flat())}` : kindIn(own[lane]);
}

async function loadDue({ ctx, known }: Runner, until: Date): Promise<Due> {
  const { long, outbound: out, streams } = ownKinds(known);
  const rows = await fetchRows<{ lane: Lane; at: number }>(
    ctx.db.execute(sql`
    SELECT CASE WHEN ${kindIn(long)} THEN 'long' WHEN ${kindIn(out)} THEN 'outbound' WHEN ${kindIn(streams)} THEN 'streams' ELSE 'quick' END AS lane,
      (extract(epoch FROM min(greatest(run_at, leased_until))) * 1000)::float8 AS at
    FROM jobs WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= ${stamp(until)} GROUP BY 1`),
  );
  return new Map(rows.map(({ lane, at }) => [lane, at]));
}

/**
 * Leases due jobs to this process. SKIP LOCKED lets many processes claim at once. A killed process's lease
 * expires within half a minute.
 */
async function claim({ ctx, known }: Runner, count: number, lane: Which['lane']): Promise<Claimed[]> {
  const time = now(ctx);
  const leasedUntil = later(time, leaseMs);
  const claimed = await fetchRows<Omit<Claimed, 'leasedUntil'>>(
    ctx.db.execute(sql`
    UPDATE jobs SET leased_until = ${stamp(leasedUntil)}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM jobs
      WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= ${stamp(time)} AND (leased_until IS NULL OR leased_until <= ${stamp(time)}) AND ${inLane(known, lane)}
      ORDER BY run_at LIMIT ${count} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts`),
  );
  return claimed.map((job) => ({ ...job, leasedUntil }));
}

/** Matches only while this process still holds the lease: another may have taken the job over since. */
const ours = (job: Claimed) => and(eq(jobs.id, job.id), eq(jobs.leasedUntil, job.leasedUntil));

/**
 * Recurring jobs run at whole multiples of their interval, so that several are due together: nobody looks for
 * any in between.
 */
const nextRun = (time: Date, seconds: number): Date =>
  new Date((Math.floor(time.getTime() / (seconds * 1_000)) + 1) * seconds * 1_000);

async function finish({ ctx, known }: Runner, job: Claimed, outcome: JobOutcome): Promise<void> {
  const every = known.recurring[job.kind];
  const time = now(ctx);
  const next = every
    ? {
        runAt: nextRun(time, outcome === 'rests' ? Math.max(every, restSeconds) : every),
        attempts: 0,
        leasedUntil: null,
        lastError: null,
      }
    : { doneAt: time, leasedUntil: null };
  await ctx.db.update(jobs).set(next).where(ours(job));
}

async function retryLater({ ctx, known }: Runner, job: Claimed, error: unknown): Promise<void> {
  const lastError = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
    0,
    1000,
  );
  const time = now(ctx);
  const givesUp = job.attempts >= maxAttempts && known.recurring[job.kind] === undefined;
  ctx.ports.log.error(givesUp ? 'job gave up' : 'job failed, will be tried again', {
    job: job.id,
    kind: job.kind,
    attempts: job.attempts,
    error,
  });
  const next = givesUp ? { failedAt: time } : { runAt: later(time, retryDelayMs(job.attempts)) };
  await ctx.db
    .update(jobs)
    .set({ ...next, leasedUntil: null, lastError })
    .where(ours(job));
}

/** Puts a job back in the queue without counting the attempt. */
async function handBack({ ctx }: Runner, job: Claimed): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ leasedUntil: null, attempts: sql`${jobs.attempts} - 1`, runAt: now(ctx) })
    .where(ours(job));
}

/** Extends the lease. Returns false when it was lost. */
async function renew({ ctx }: Runner, job: Claimed): Promise<boolean> {
  const leasedUntil = later(now(ctx), leaseMs);
  const renewed = await ctx.db.update(jobs).set({ leasedUntil }).where(ours(job)).returning({ id: jobs.id });
  if (renewed.length > 0) job.leasedUntil = leasedUntil;
  return renewed.length > 0;
}

/** Renews a lease until `stop` is called; `lost` is aborted when another process has taken the job over. */
function renewLease(runner: Runner, job: Claimed) {
  const lost = new AbortController();
  let renewing = Promise.resolve();
  const beat = async () => {
    if (!(await renew(runner, job))) lost.abort(new Error('another process has taken the job over'));
  };
  // The database may be down for a moment; the next renewal will do.
  const timer = setInterval(
    () => (renewing = renewing.then(beat).catch(() => {})),
    runner.known.renewEveryMs ?? renewEveryMs,
  );
  const stop = () => {
    clearInterval(timer);
    return renewing;
  };
  return { lost: lost.signal, stop };
}

async function runOne(runner: Runner, job: Claimed, signal: AbortSignal | undefined): Promise<void> {
  // The lease ran out before the job started (a frozen process or a sleeping laptop), so another process may
  // have run it.
  if (job.leasedUntil <= now(runner.ctx) && !(await renew(runner, job))) return;
  const lease = renewLease(runner, job);
  try {
    const work = runner.known.kinds[job.kind];
    if (!work) throw new Error(`there is no job of kind ${job.kind}`);
    const outcome = await work(runner.ctx, job.payload as never, {
      attempt: job.attempts,
      signal: signal ? AbortSignal.any([signal, lease.lost]) : lease.lost,
    });
    await lease.stop();
    await finish(runner, job, outcome);
  } catch (error) {
    await lease.stop();
    await (signal?.aborted ? handBack(runner, job) : retryLater(runner, job, error));
  }
}

/** Creates the one waiting row per recurring kind. Finishing that job moves its time forward. */
async function startRecurring({ ctx, known }: Runner): Promise<void> {
  const time = now(ctx);
  const rows = Object.keys(known.recurring).map((kind) => ({
    id: ctx.ports.ids(),
    kind,
    payload: {},
    dedupeKey: `${everyPrefix}${kind}`,
    runAt: time,
    createdAt: time,
  }));
  if (rows.length > 0) await ctx.db.insert(jobs).values(rows).onConflictDoNothing();
}

/** Runs jobs in the system's context, with no viewer. */
export function createJobRunner(
  system: Ctx,
  known: KnownJobs = { kinds: jobKinds, recurring, longRunning, outbound, withStreams, delayed },
): JobRunner {
  const runner: Runner = { ctx: system, known };
  const correctTimes = createClockCorrections(system, {
    recurring: known.recurring,
    delayed: known.delayed ?? [],
    leaseMs,
    retryDelayMs,
    maxAttempts,
  });
  let started = false;
  const prepare = async () => {
    if (!started) await startRecurring(runner);
    started = true;
    await correctTimes();
  };
  return {
    async loadDue(until) {
      await prepare();
      return loadDue(runner, until);
    },
    async runDue(limit = 100, { lane, signal } = {}) {
      await prepare();
      let ran = 0;
      while (ran < limit && !signal?.aborted) {
        // Claim one long job at a time: claiming several would make the next batch wait for the slowest.
        const count = Math.min(lane === 'long' ? 1 : atOnce, limit - ran);
        const claimed = await claim(runner, count, lane);
        await Promise.all(claimed.map((job) => runOne(runner, job, signal)));
        ran += claimed.length;
        // A lane's schedule is woken by what these jobs queued.
        if (claimed.length === 0 || (lane !== undefined && claimed.length < count)) break;
      }
      return ran;
    },
  };
}
