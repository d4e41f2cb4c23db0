import { eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import { privateStreams } from '../../../../db/schema/streams/private-streams.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import type { LiveTransport } from '../../../../ports/live-transport.ts';
import { getAdmissions } from '../admissions.ts';
import { requireTransport } from '../public/rows.ts';
import { getKeeper } from './keeping.ts';
import { viewerSide } from './reaching.ts';
import { type PrivateRow, isRunning, openMeters } from './rows.ts';

type Joined = ReplySource<'GET /streaming/join/:id'>;
export type Grant = Joined['watch'][number]['grant'];

const findRow = async (ctx: UserCtx, id: string): Promise<PrivateRow | undefined> =>
  (await ctx.db.select().from(privateStreams).where(eq(privateStreams.id, id)))[0];

async function decidePart(ctx: UserCtx, row: PrivateRow): Promise<'side' | 'spectator' | null> {
  if (viewerSide(ctx, row) !== null) return 'side';
  const meters = await openMeters(ctx, row.id);
  return meters.some(({ accountId }) => accountId === ctx.viewer.id) ? 'spectator' : null;
}

/**
 * A running stream that the viewer takes part in, as a side or with an open meter.
 * @throws AppError 404, 409 unless it runs.
 */
async function partIn(ctx: UserCtx, row: PrivateRow): Promise<'side' | 'spectator'> {
  const part = await decidePart(ctx, row);
  if (part === null) throw notFound();
  if (!isRunning(row.state)) throw conflict('This private stream isn’t running.');
  return part;
}

/** Whether the viewer still takes part in a stream that runs. */
async function takesPart(ctx: UserCtx, id: string): Promise<boolean> {
  const row = await findRow(ctx, id);
  return row !== undefined && isRunning(row.state) && (await decidePart(ctx, row)) !== null;
}

/** Opens the media of a stream, and notes that the viewer was let in. */
async function open(ctx: UserCtx, live: LiveTransport, row: PrivateRow): Promise<void> {
  const { id, performerId } = row;
  await live.open({ id, hosts: [performerId, row.accountId], isRecorded: false });
  getKeeper(live).keep(ctx, id);
  getAdmissions(live).admit({ streamId: id, performerId, ctx, stillMay: () => takesPart(ctx, id) });
}

/**
 * Joins a private stream: where to send, and whom to watch. Null when there is no private stream with this id.
 * @throws AppError 404, 409 unless it runs, 503 while nobody can be let in.
 */
export async function joinPrivate(ctx: UserCtx, id: string): Promise<Joined | null> {
  const row = await findRow(ctx, id);
  if (!row) return null;
  const part = await partIn(ctx, row);
  const live = requireTransport(ctx);
  await open(ctx, live, row);
  const me = ctx.viewer.id;
  const others = [row.performerId, row.accountId].filter((userId) => userId !== me);
  const watch = await Promise.all(
    others.map(async (watches) => ({
      userId: watches,
      grant: await live.grant({ streamId: id, userId: me, role: 'viewer', watches }),
    })),
  );
  return {
    streamId: id,
    conversationId: row.conversationId,
    publish: part === 'side' ? await live.grant({ streamId: id, userId: me, role: 'host' }) : null,
    watch,
  };
}

/**
 * A fresh grant for a private stream. Null when there is no private stream with this id.
 * @throws AppError 404, 409 unless it runs.
 */
export async function renewPrivate(
  ctx: UserCtx,
  { streamId, watches }: { streamId: string; watches?: string | undefined },
): Promise<Grant | null> {
  const row = await findRow(ctx, streamId);
  if (!row) return null;
  const part = await partIn(ctx, row);
  if (watches === undefined && part === 'spectator') throw notFound();
  const live = requireTransport(ctx);
  await open(ctx, live, row);
  const userId = ctx.viewer.id;
  // The decision was just made again, so a process that has been restarted lets them in.
  return watches === undefined
    ? live.grant({ streamId, userId, role: 'host' })
    : live.grant({ streamId, userId, role: 'viewer', watches });
}

/**
 * Takes a media report from the page of someone who takes part. Whom they can't receive is left out. False when
 * there is no private stream with this id.
 * @throws AppError 404
 */
export async function reportPrivateMedia(
  ctx: UserCtx,
  { streamId, isSending, receives }: { streamId: string; isSending: boolean; receives: readonly string[] },
): Promise<boolean> {
  const live = requireTransport(ctx);
  const row = await findRow(ctx, streamId);
  if (!row) return false;
  const isSide = (await partIn(ctx, row)) === 'side';
  const userId = ctx.viewer.id;
  const sides = [row.performerId, row.accountId];
  const heard = receives.filter((id) => id !== userId && sides.includes(id));
  live.report({ streamId, userId, isSending: isSending && isSide, receives: heard });
  return true;
}
