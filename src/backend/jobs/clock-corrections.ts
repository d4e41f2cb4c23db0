import { sql } from 'drizzle-orm';
import { fetchRows } from '../db/db.ts';
import { type Ctx, now } from '../kernel/context.ts';
import { everyPrefix } from '../kernel/job-queue.ts';

interface Times {
  /** In seconds, by kind. */
  readonly recurring: Readonly<Record<string, number | undefined>>;
  /** Kinds that wait for a span of time after their cause, not for a date that somebody chose. */
  readonly delayed: readonly string[];
  readonly leaseMs: number;
  readonly retryDelayMs: (attempts: number) => number;
  readonly maxAttempts: number;
}

const stamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;
const after = (time: Date, ms: number) => stamp(new Date(time.getTime() + ms));
const waiting = sql`done_at IS NULL AND failed_at IS NULL`;

/** The latest time at which each recurring job may run, as rows of a key and a time. */
const latestRuns = (time: Date, { recurring }: Times) =>
  sql.join(
    Object.entries(recurring).map(
      ([kind, every = 0]) => sql`(${everyPrefix + kind}, ${after(time, every * 1_000)})`,
    ),
    sql`, `,
  );
const hasRecurring = ({ recurring }: Times) => Object.keys(recurring).length > 0;
const lateRecurring = sql`dedupe_key = latest.key AND ${waiting} AND attempts = 0 AND jobs.run_at > latest.run_at`;

function lateRetry(time: Date, { retryDelayMs, maxAttempts }: Times) {
  const rows = Array.from({ length: maxAttempts }, (_, before) => {
    const isLast = before + 1 === maxAttempts;
    const attempts = sql`attempts ${isLast ? sql`>=` : sql`=`} ${before + 1}`;
    return sql`(${attempts} AND run_at > ${after(time, retryDelayMs(before + 1))})`;
  });
  return sql`${waiting} AND (${sql.join(rows, sql` OR `)})`;
}

/** A job queued while the clock was ahead. */
const lateDelayed = (time: Date, { delayed }: Times) =>
  delayed.length === 0
    ? sql`false`
    : sql`${waiting} AND attempts = 0 AND run_at > created_at AND created_at > ${stamp(time)} AND kind IN (${sql.join(
        delayed.map((kind) => sql`${kind}`),
        sql`, `,
      )})`;

/** Leases that end later than any could that was taken or renewed by a right clock. */
const farLease = (time: Date, { leaseMs }: Times) =>
  sql`${waiting} AND leased_until > ${after(time, 2 * leaseMs)}`;

/** Nothing is wrong nearly always, and one statement says so. */
async function isAnyOff(ctx: Ctx, times: Times): Promise<boolean> {
  const time = now(ctx);
  const recurring = hasRecurring(times)
    ? sql`EXISTS (SELECT 1 FROM jobs, (VALUES ${latestRuns(time, times)}) AS latest (key, run_at) WHERE ${lateRecurring})`
    : sql`false`;
  const rows = await fetchRows<{ off: boolean }>(
    ctx.db.execute(sql`
      SELECT ${recurring} OR EXISTS (
        SELECT 1 FROM jobs WHERE (${lateRetry(time, times)}) OR (${lateDelayed(time, times)}) OR (${farLease(time, times)})) AS off`),
  );
  return rows[0]?.off ?? false;
}

/** Draws in what runs too late. A delayed job waits as long as it was meant to, from now on. */
async function drawIn(ctx: Ctx, times: Times): Promise<void> {
  const time = now(ctx);
  if (hasRecurring(times))
    await ctx.db.execute(sql`
      UPDATE jobs SET run_at = ${stamp(time)}
      FROM (VALUES ${latestRuns(time, times)}) AS latest (key, run_at) WHERE ${lateRecurring}`);
  await ctx.db.execute(sql`UPDATE jobs SET run_at = ${stamp(time)} WHERE ${lateRetry(time, times)}`);
  await ctx.db.execute(sql`
    UPDATE jobs SET run_at = ${stamp(time)} + (run_at - created_at), created_at = ${stamp(time)}
    WHERE ${lateDelayed(time, times)}`);
}

type Leases = ReadonlyMap<string, string>;

async function farLeases(ctx: Ctx, times: Times): Promise<Leases> {
  const rows = await fetchRows<{ id: string; until: string }>(
    ctx.db.execute(sql`SELECT id, leased_until::text AS until FROM jobs WHERE ${farLease(now(ctx), times)}`),
  );
  return new Map(rows.map(({ id, until }) => [id, until]));
}

async function endLease(ctx: Ctx, id: string, until: string): Promise<void> {
  await ctx.db.execute(
    sql`UPDATE jobs SET leased_until = NULL WHERE id = ${id} AND leased_until = ${until}::timestamptz`,
  );
}

/**
 * What was put off by a clock that ran ahead is drawn in once the clock is right again; otherwise every
 * recurring job would sleep until the wrong time. Returns a function to be called often: it looks at the first
 * call, as soon as the clock has gone back, and then once per lease.
 */
export function createClockCorrections(ctx: Ctx, times: Times): () => Promise<void> {
  let lookedAt: number | null = null;
  let seenFar: Leases = new Map();
  return async () => {
    const time = now(ctx).getTime();
    const wentBack = lookedAt !== null && time < lookedAt;
    if (lookedAt !== null && !wentBack && time - lookedAt < times.leaseMs) return;
    lookedAt = time;
    if (!(await isAnyOff(ctx, times))) {
      seenFar = new Map();
      return;
    }
    await drawIn(ctx, times);
    // A process that still works on the job renews its lease before the next look; one that died doesn't.
    const far = await farLeases(ctx, times);
    if (!wentBack)
      for (const [id, until] of far) if (seenFar.get(id) === until) await endLease(ctx, id, until);
    seenFar = far;
  };
}
