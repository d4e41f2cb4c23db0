import { type SQL, sql } from 'drizzle-orm';
import type { Health } from '#contract/across/operator/background.ts';
import { now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import type { OperatorCtx } from './audit.ts';

interface Waiting {
  count: number;
  oldestAt: string | null;
}
type Row = Record<string, unknown>;

const iso = (at: unknown): string => new Date(String(at)).toISOString();
const toWaiting = ({ count, oldest }: { count?: unknown; oldest?: unknown }): Waiting => ({
  count: Number(count ?? 0),
  oldestAt: oldest === null || oldest === undefined ? null : iso(oldest),
});

const one = async (ctx: OperatorCtx, query: SQL): Promise<Row> =>
  (await fetchRows<Row>(ctx.db.execute(query)))[0] ?? {};

async function databaseHealth(ctx: OperatorCtx): Promise<Health['database']> {
  const since = performance.now();
  await one(ctx, sql`SELECT 1`);
  const milliseconds = Math.round(performance.now() - since);
  const row = await one(
    ctx,
    sql`
    SELECT pg_database_size(current_database()) AS bytes, current_setting('max_connections')::int AS maximum,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
  );
  return {
    milliseconds,
    bytes: Number(row['bytes']),
    connections: Number(row['connections']),
    maximumConnections: Number(row['maximum']),
  };
}

/** A process renews its row every five seconds (`process-register.ts`). */
const processes = sql`
  SELECT id, role, host, store, started_at, seen_at > now() - interval '20 seconds' AS running FROM processes ORDER BY started_at, id`;

/** Recurring jobs wait by nature; of all jobs, those that are due and that nobody is working on. */
const dueJobs = (time: SQL) => sql`
  SELECT count(*)::int AS count, min(run_at) AS oldest FROM jobs
  WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= ${time} AND (leased_until IS NULL OR leased_until <= ${time})`;
const failedJobs = sql`
  SELECT kind, count(*)::int AS count FROM jobs WHERE done_at IS NULL AND failed_at IS NOT NULL GROUP BY kind ORDER BY count DESC, kind`;
const unsentMails = sql`SELECT count(*)::int AS count, min(created_at) AS oldest FROM email_outbox WHERE sent_at IS NULL`;
const openEvents = sql`
  SELECT count(*) FILTER (WHERE waiting)::int AS count, min(received_at) FILTER (WHERE waiting) AS oldest, count(*) FILTER (WHERE NOT waiting)::int AS failed
  FROM (SELECT received_at, EXISTS (
    SELECT 1 FROM jobs j WHERE j.dedupe_key = 'webhook:' || e.id AND j.done_at IS NULL AND j.failed_at IS NULL) AS waiting
    FROM webhook_events e WHERE applied_at IS NULL) AS open`;
const files = (time: SQL) => sql`
  SELECT count(*)::int AS count, min(created_at) AS oldest,
    (SELECT count(*)::int FROM files WHERE state = 'failed' AND updated_at > ${time} - interval '7 days') AS failed
  FROM jobs WHERE kind = 'process-file' AND done_at IS NULL AND failed_at IS NULL`;
const streams = sql`
  SELECT (SELECT count(*)::int FROM streams WHERE state = 'live') AS public, (SELECT count(*)::int FROM streams WHERE state = 'interrupted') AS interrupted,
    (SELECT count(*)::int FROM private_streams WHERE state IN ('live', 'paused')) AS private`;

/** How the installation is. What waits is counted in the database, so any process can answer for all of them. */
export async function siteHealth(ctx: OperatorCtx): Promise<Health> {
  const checkedAt = now(ctx).toISOString();
  const time = sql`${checkedAt}::timestamptz`;
  const [events, fileRow, live] = [
    await one(ctx, openEvents),
    await one(ctx, files(time)),
    await one(ctx, streams),
  ];
  return {
    checkedAt,
    payments: ctx.ports.payments.name,
    database: await databaseHealth(ctx),
    processes: (await fetchRows<Row>(ctx.db.execute(processes))).map((row) => ({
      _id: String(row['id']),
      role: String(row['role']),
      host: String(row['host']),
      store: String(row['store']),
      isRunning: row['running'] === true,
      startedAt: iso(row['started_at']),
    })),
    jobs: {
      ...toWaiting(await one(ctx, dueJobs(time))),
      failed: await fetchRows<{ kind: string; count: number }>(ctx.db.execute(failedJobs)),
    },
    mails: toWaiting(await one(ctx, unsentMails)),
    events: { ...toWaiting(events), failed: Number(events['failed'] ?? 0) },
    files: { ...toWaiting(fileRow), failed: Number(fileRow['failed'] ?? 0) },
    streams: {
      public: Number(live['public']),
      private: Number(live['private']),
      interrupted: Number(live['interrupted']),
    },
  };
}
