import { eq } from 'drizzle-orm';
import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { type Ctx, type UserCtx, now } from '../../../../kernel/context.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import type { LiveTransport } from '../../../../ports/live-transport.ts';

export type StreamRow = typeof streams.$inferSelect;

/** Live, or waiting for the creator's connection to come back. */
export const runningStates = ['live', 'interrupted'] as const satisfies readonly StreamRow['state'][];
export const isRunning = ({ state }: Pick<StreamRow, 'state'>): boolean =>
  state === 'live' || state === 'interrupted';

/**
 * What carries streams, in the process that does.
 * @throws AppError 503 on a site without live streams, and in another process.
 */
export function requireTransport({ ports: { live, log } }: Ctx): LiveTransport {
  if (!live) throw new AppError(503, 'gateway_unavailable', 'This site has no live streams.');
  if (!live.elsewhere) return live;
  log.warn(
    'A call about a live stream reached a process that doesn’t carry streams. The proxy must send /api/v1/streaming/ to the process with ROLE=live (docs/several-processes.md).',
  );
  throw new AppError(503, 'gateway_unavailable', 'Live streams aren’t available at the moment.');
}

/**
 * What carries a stream that is about to begin.
 * @throws AppError 503 also when not one more can be carried.
 */
export async function transportForAnother(ctx: Ctx): Promise<LiveTransport> {
  const live = requireTransport(ctx);
  if ((await live.hasRoom?.()) ?? true) return live;
  ctx.ports.log.warn(
    'A stream was refused: there is no free port for another stream. Widen LIVE_UDP_PORT, stop other programs that use its ports, or raise LIVE_STREAMS_PER_PROCESS.',
  );
  throw new AppError(
    503,
    'gateway_unavailable',
    'There’s no room for another stream right now. Try again in a few minutes.',
  );
}

/** Locks a stream until the end of the transaction. Everything about it happens under this lock. */
export async function lockStream(tx: Ctx, id: string): Promise<StreamRow | undefined> {
  const [row] = await tx.db.select().from(streams).where(eq(streams.id, id)).for('no key update');
  return row;
}

/** @throws AppError 404 for anybody but its creator. */
export async function lockOwnStream(tx: UserCtx, id: string): Promise<StreamRow> {
  const row = await lockStream(tx, id);
  if (!row || row.performerId !== tx.viewer.id) throw notFound();
  return row;
}

export async function changeStream(tx: Ctx, id: string, changes: Partial<StreamRow>): Promise<StreamRow> {
  const [row] = await tx.db
    .update(streams)
    .set({ ...changes, updatedAt: now(tx) })
    .where(eq(streams.id, id))
    .returning();
  if (!row) throw new Error(`the stream ${id} vanished`);
  return row;
}

type PageEvent = Extract<ServerEvent, 'stream/started' | 'stream/changed' | 'stream/ended' | 'stream/viewers'>;

/** Emits to everyone on the stream's page, whether they may watch or not, and to its creator. */
export function emitToPages<E extends PageEvent>(
  tx: Ctx,
  { id, performerId }: Pick<StreamRow, 'id' | 'performerId'>,
  { event, payload }: { event: E; payload: ServerEvents[E] },
): void {
  tx.emit(rooms.streamPage(id), event, payload);
  tx.emit(rooms.account(performerId), event, payload);
}

export const emitStreamChanged = (tx: Ctx, row: StreamRow): void =>
  emitToPages(tx, row, { event: 'stream/changed', payload: { streamId: row.id } });
