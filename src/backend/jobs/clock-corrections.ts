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

async function drawInRecurring(ctx: Ctx, { recurring }: Times): Promise<void> {
  const time = now(ctx);
  const rows = Object.entries(recurring).map(
    ([kind, every = 0]) => sql`(${everyPrefix + kind}, ${after(time, every * 1_000)})`,
  );
  if (rows.length > 0)
    await ctx.db.execute(sql`
      UPDATE jobs SET run_at = ${stamp(time)}
      FROM (VALUES ${sql.join(rows, sql`, `)}) AS latest (key, run_at)
      WHERE dedupe_key = latest.key AND ${waiting} AND attempts = 0 AND jobs.run_at > latest.run_at`);
}

async function drawInRetries(ctx: Ctx, { retryDelayMs, maxAttempts }: Times): Promise<void> {
  const time = now(ctx);
  const rows = Array.from({ length: maxAttempts }, (_, before) => {
    const isLast = before + 1 === maxAttempts;
    const attempts = sql`attempts ${isLast ? sql`>=` : sql`=`} ${before + 1}`;
    return sql`(${attempts} AND run_at > ${after(time, retryDelayMs(before + 1))})`;
  });
  await ctx.db.execute(
    sql`UPDATE jobs SET run_at = ${stamp(time)} WHERE ${waiting} AND (${sql.join(rows, sql` OR `)})`,
  );
}

/** A job queued while the clock was ahead: it waits as long as it was meant to, from now on. */
async function drawInDelayed(ctx: Ctx, { delayed }: Times): Promise<void> {
  const time = stamp(now(ctx));
  const kinds = delayed.map((kind) => sql`${kind}`);
  if (kinds.length > 0)
    await ctx.db.execute(sql`
      UPDATE jobs SET run_at = ${time} + (run_at - created_at), created_at = ${time}
      WHERE ${waiting} AND attempts = 0 AND run_at > created_at AND created_at > ${time} AND kind IN (${sql.join(kinds, sql`, `)})`);
}

type Leases = ReadonlyMap<string, string>;

/** Leases that end later than any could that was taken or renewed by a right clock. */
async function farLeases(ctx: Ctx, { leaseMs }: Times): Promise<Leases> {
  const rows = await fetchRows<{ id: string; until: string }>(
    ctx.db.execute(sql`
      SELECT id, leased_until::text AS until FROM jobs
      WHERE ${waiting} AND leased_until > ${after(now(ctx), 2 * leaseMs)}`),
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
    await drawInRecurring(ctx, times);
    await drawInRetries(ctx, times);
    await drawInDelayed(ctx, times);
    // A process that still works on the job renews its lease before the next look; one that died doesn't.
    const far = await farLeases(ctx, times);
    if (!wentBack)
      for (const [id, until] of far) if (seenFar.get(id) === until) await endLease(ctx, id, until);
    seenFar = far;
  };
}
