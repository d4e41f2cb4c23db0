import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { privateStreams, streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import type { JobOutcome } from '../../../../kernel/job-payloads.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { endWaiting } from './ending.ts';
import { settleStream } from './observing.ts';
import { type PrivateRow, isRunning, isWaiting, lockPrivate, runningStates, waitingStates } from './rows.ts';

const batch = 500;
/**
 * A running meter whose process is alive is written to every few seconds. After this long without, its process
 * is gone, and with it the media.
 */
const silentMs = 20_000;

async function expire(tx: Ctx, row: PrivateRow): Promise<void> {
  if (row.expiresAt === null || now(tx) < row.expiresAt) return;
  await endWaiting(tx, row, 'expired');
  const [creator] = await tx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, row.performerId));
  await notify(tx, {
    to: row.accountId,
    type: 'private-stream',
    ...(creator ? { actor: creator } : {}),
    text: `${creator?.name ?? 'The creator'} didn’t answer your request for a private stream.`,
    href: routes.privateStream(row.id),
  });
}

const settle = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockPrivate(tx, id);
    if (!row) return;
    if (isWaiting(row.state)) return expire(tx, row);
    if (isRunning(row.state)) await settleStream(tx, row, null);
  });

/**
 * Ends requests that weren't answered in time, and settles streams that no process looks at any longer: they
 * pause where media was last seen, and end when their time is over.
 */
export async function settleDueStreams(ctx: Ctx): Promise<JobOutcome> {
  const time = now(ctx);
  const soon = new Date(time.getTime() + 60_000);
  const silent = sql`NOT EXISTS (SELECT 1 FROM ${streamMeters} WHERE ${streamMeters.streamId} = ${privateStreams.id}
    AND ${streamMeters.state} = 'open' AND ${streamMeters.mediaConfirmedUntil} > ${new Date(time.getTime() - silentMs).toISOString()}::timestamptz)`;
  const isDue = or(
    and(inArray(privateStreams.state, [...waitingStates]), lt(privateStreams.expiresAt, time)),
    and(inArray(privateStreams.state, [...runningStates]), silent),
  );
  const found = await ctx.db
    .select({ id: privateStreams.id, isDue: sql<boolean>`coalesce(${isDue}, false)` })
    .from(privateStreams)
    .where(
      or(
        and(inArray(privateStreams.state, [...waitingStates]), lt(privateStreams.expiresAt, soon)),
        inArray(privateStreams.state, [...runningStates]),
      ),
    )
    .orderBy(asc(privateStreams.createdAt));
  for (const { id } of found.filter((each) => each.isDue).slice(0, batch)) await settle(ctx, id);
  return found.length === 0 ? 'rests' : undefined;
}
