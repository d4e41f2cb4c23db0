import { and, count, desc, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm';
import type { Health } from '#contract/across/operator/background.ts';
import { now } from '../../../kernel/context.ts';
import { jobs, processes } from '../../../db/schema/kernel.ts';
import { emailOutbox } from '../../../db/schema/site.ts';
import type { OperatorCtx } from './audit.ts';
import { databaseSize, liveStreams, openEvents, openFiles, ping } from './health-query.ts';

const toWaiting = (
  row: { count: number; oldest: string | Date | null } | undefined,
): { count: number; oldestAt: string | null } => ({
  count: row?.count ?? 0,
  oldestAt: row?.oldest ? new Date(row.oldest).toISOString() : null,
});

async function databaseHealth(ctx: OperatorCtx): Promise<Health['database']> {
  const since = performance.now();
  await ping(ctx.db);
  const milliseconds = Math.round(performance.now() - since);
  const size = await databaseSize(ctx.db);
  return {
    milliseconds,
    bytes: Number(size?.bytes ?? 0),
    connections: size?.connections ?? 0,
    maximumConnections: size?.maximum ?? 0,
  };
}

async function listProcesses({ db }: OperatorCtx): Promise<Health['processes']> {
  const rows = await db
    .select({
      process: processes,
      // A process renews its row every five seconds (`process-register.ts`).
      isRunning: sql<boolean>`${processes.seenAt} > now() - interval '20 seconds'`,
    })
    .from(processes)
    .orderBy(processes.startedAt, processes.id);
  return rows.map(({ process: { id, role, host, store, startedAt }, isRunning }) => ({
    _id: id,
    role,
    host,
    store,
    isRunning,
    startedAt: startedAt.toISOString(),
  }));
}

const isLeft = isNull(jobs.doneAt);
async function jobHealth({ db }: OperatorCtx, time: Date): Promise<Health['jobs']> {
  // Recurring jobs wait by nature; of all jobs, those that are due and that nobody is working on.
  const [due] = await db
    .select({ count: count(), oldest: min(jobs.runAt) })
    .from(jobs)
    .where(
      and(
        isLeft,
        isNull(jobs.failedAt),
        lte(jobs.runAt, time),
        or(isNull(jobs.leasedUntil), lte(jobs.leasedUntil, time)),
      ),
    );
  const failed = await db
    .select({ kind: jobs.kind, count: count() })
    .from(jobs)
    .where(and(isLeft, isNotNull(jobs.failedAt)))
    .groupBy(jobs.kind)
    .orderBy(desc(count()), jobs.kind);
  return { ...toWaiting(due), failed };
}

async function mailHealth({ db }: OperatorCtx): Promise<Health['mails']> {
  const [unsent] = await db
    .select({ count: count(), oldest: min(emailOutbox.createdAt) })
    .from(emailOutbox)
    .where(isNull(emailOutbox.sentAt));
  return toWaiting(unsent);
}

/** How the installation is. What waits is counted in the database, so any process can answer for all of them. */
export async function siteHealth(ctx: OperatorCtx): Promise<Health> {
  const time = now(ctx);
  const checkedAt = time.toISOString();
  const events = await openEvents(ctx.db);
  const files = await openFiles(ctx.db, checkedAt);
  return {
    checkedAt,
    payments: ctx.ports.payments.name,
    database: await databaseHealth(ctx),
    processes: await listProcesses(ctx),
    jobs: await jobHealth(ctx, time),
    mails: await mailHealth(ctx),
    events: { ...toWaiting(events), failed: events.failed },
    files: { ...toWaiting(files), failed: files.failed },
    streams: await liveStreams(ctx.db),
  };
}
