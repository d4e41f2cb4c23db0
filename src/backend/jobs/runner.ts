import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { jobs } from '../db/schema.ts';
import { type JobFunction, jobKinds, recurring } from './kinds.ts';
import { everyPrefix } from './queue.ts';

export interface JobRunner {
  /** Runs what is due, at most `limit` jobs; answers how many it ran, failed tries included. Never throws for a job's own failure. */
  runDue(limit?: number): Promise<number>;
}

/** How long a job may run before another process takes it for dead. */
const leaseMs = 120_000;
const atOnce = 4;
const maxAttempts = 10;
const firstRetryMs = 5_000;
const longestRetryMs = 60 * 60_000;

/** What there is to run; a test gives its own. */
export interface KnownJobs {
  readonly kinds: Readonly<Record<string, JobFunction<never> | undefined>>;
  /** Seconds, as in `kinds.ts`. */
  readonly recurring: Readonly<Record<string, number | undefined>>;
}
/** The system's context and the jobs it knows. */
interface Runner { readonly ctx: Ctx; readonly known: KnownJobs }

interface Claimed { id: string; kind: string; payload: unknown; attempts: number; leasedUntil: Date }

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const stamp = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
/** 5 s, 10 s, 20 s … an hour at most. */
export const retryDelayMs = (attempts: number): number => Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));

/** Leases due jobs to this process. SKIP LOCKED lets many processes claim at once; the lease outlives a killed one by two minutes at most. */
async function claim(ctx: Ctx, count: number): Promise<Claimed[]> {
  const moment = now(ctx);
  const leasedUntil = later(moment, leaseMs);
  const claimed = await rowsOf<Omit<Claimed, 'leasedUntil'>>(ctx.db.execute(sql`
    UPDATE jobs SET leased_until = ${stamp(leasedUntil)}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM jobs
      WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= ${stamp(moment)} AND (leased_until IS NULL OR leased_until <= ${stamp(moment)})
      ORDER BY run_at LIMIT ${count} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts`));
  return claimed.map((job) => ({ ...job, leasedUntil }));
}

/** Only while the lease is still ours: a job that outlived it belongs to whoever took it over. */
const ours = (job: Claimed) => and(eq(jobs.id, job.id), eq(jobs.leasedUntil, job.leasedUntil));

async function finish({ ctx, known }: Runner, job: Claimed): Promise<void> {
  const every = known.recurring[job.kind];
  const moment = now(ctx);
  const next = every ? { runAt: later(moment, every * 1000), attempts: 0, leasedUntil: null, lastError: null } : { doneAt: moment, leasedUntil: null };
  await ctx.db.update(jobs).set(next).where(ours(job));
}

async function retryLater({ ctx, known }: Runner, job: Claimed, error: unknown): Promise<void> {
  const lastError = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000);
  const moment = now(ctx);
  const givesUp = job.attempts >= maxAttempts && known.recurring[job.kind] === undefined;
  ctx.ports.log.error(givesUp ? 'job gave up' : 'job failed, will be tried again', { job: job.id, kind: job.kind, attempts: job.attempts, error: lastError });
  const next = givesUp ? { failedAt: moment } : { runAt: later(moment, retryDelayMs(job.attempts)) };
  await ctx.db.update(jobs).set({ ...next, leasedUntil: null, lastError }).where(ours(job));
}

async function runOne(runner: Runner, job: Claimed): Promise<void> {
  try {
    const work = runner.known.kinds[job.kind];
    if (!work) throw new Error(`there is no job of kind ${job.kind}`);
    await work(runner.ctx, job.payload as never);
    await finish(runner, job);
  } catch (error) {
    await retryLater(runner, job, error);
  }
}

/** One waiting row a kind, for ever: finishing it moves its time on. */
async function startRecurring({ ctx, known }: Runner): Promise<void> {
  const moment = now(ctx);
  const rows = Object.keys(known.recurring).map((kind) => ({ id: ctx.ports.ids(), kind, payload: {}, dedupeKey: `${everyPrefix}${kind}`, runAt: moment, createdAt: moment }));
  if (rows.length > 0) await ctx.db.insert(jobs).values(rows).onConflictDoNothing();
}

/** Runs jobs with the system's context: nobody is logged in. */
export function createJobRunner(system: Ctx, known: KnownJobs = { kinds: jobKinds, recurring }): JobRunner {
  const runner: Runner = { ctx: system, known };
  let started = false;
  return {
    async runDue(limit = 100) {
      if (!started) await startRecurring(runner);
      started = true;
      let ran = 0;
      while (ran < limit) {
        const claimed = await claim(system, Math.min(atOnce, limit - ran));
        if (claimed.length === 0) break;
        await Promise.all(claimed.map((job) => runOne(runner, job)));
        ran += claimed.length;
      }
      return ran;
    },
  };
}
