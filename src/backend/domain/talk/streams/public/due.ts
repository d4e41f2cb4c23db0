import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import type { JobOutcome } from '../../../../kernel/job-payloads.ts';
import { getAudience } from './audience.ts';
import { endStream } from './ending.ts';
import { settleMedia } from './media.ts';
import { type StreamRow, lockStream, runningStates } from './rows.ts';
import { openMedia } from './watching.ts';

const batch = 500;
/** An announced stream that hasn't begun this long after its time is canceled. */
const overdueMs = 24 * 3_600_000;
/** A process that carries a stream writes to it every few seconds. */
const silentMs = 30_000;

const cancel = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockStream(tx, id);
    if (row?.state === 'scheduled' && isOverdue(tx, row)) await endStream(tx, row);
  });
const isOverdue = (ctx: Ctx, { scheduledAt }: StreamRow): boolean =>
  scheduledAt !== null && now(ctx).getTime() - scheduledAt.getTime() >= overdueMs;

const loadRunning = (ctx: Ctx): Promise<StreamRow[]> =>
  ctx.db
    .select()
    .from(streams)
    .where(inArray(streams.state, [...runningStates]))
    .orderBy(asc(streams.startedAt))
    .limit(batch);

/** Opens the streams again that ran when this process was last stopped, so that they go on or end in time. */
export const reopenStreams = async (ctx: Ctx): Promise<void> => reopen(ctx, await loadRunning(ctx));

async function reopen(ctx: Ctx, running: readonly StreamRow[]): Promise<void> {
  const { live } = ctx.ports;
  if (!live || live.elsewhere) return;
  for (const row of running) {
    if (getAudience(live).isKnown(row.id)) continue;
    await openMedia(ctx, row);
  }
}

const isSilent = (ctx: Ctx, { mediaSince, interruptedAt, startedAt }: StreamRow): boolean => {
  const last = mediaSince ?? interruptedAt ?? startedAt;
  return last !== null && now(ctx).getTime() - last.getTime() > silentMs;
};
const settleSilent = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockStream(tx, id);
    // Its process may have written to it meanwhile.
    if (row && isSilent(tx, row)) await settleMedia(tx, id, null);
  });

/** Ends streams of a process that is gone, once viewers have waited long enough. */
async function settleAbandoned(ctx: Ctx): Promise<void> {
  if (ctx.ports.live && !ctx.ports.live.elsewhere) return;
  const before = new Date(now(ctx).getTime() - silentMs).toISOString();
  const last = sql`coalesce(${streams.mediaSince}, ${streams.interruptedAt}, ${streams.startedAt})`;
  const silent = await ctx.db
    .select({ id: streams.id })
    .from(streams)
    .where(and(inArray(streams.state, [...runningStates]), sql`${last} < ${before}::timestamptz`))
    .limit(batch);
  for (const { id } of silent) await settleSilent(ctx, id);
}

/** The job: streams whose process was stopped, and announced ones that never began. */
export async function settleDuePublicStreams(ctx: Ctx): Promise<JobOutcome> {
  const running = await loadRunning(ctx);
  await reopen(ctx, running);
  if (running.length > 0) await settleAbandoned(ctx);
  const late = await ctx.db
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(
        eq(streams.state, 'scheduled'),
        lte(streams.scheduledAt, new Date(now(ctx).getTime() - overdueMs)),
      ),
    )
    .orderBy(asc(streams.scheduledAt))
    .limit(batch);
  for (const { id } of late) await cancel(ctx, id);
  return running.length === 0 ? 'rests' : undefined;
}
