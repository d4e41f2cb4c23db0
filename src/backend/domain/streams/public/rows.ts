import { eq } from 'drizzle-orm';
import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { streams } from '../../../db/schema/streams/streams.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { LiveTransport } from '../../../ports/live-transport.ts';

export type StreamRow = typeof streams.$inferSelect;

/** Live, or waiting for the creator's connection to come back. */
export const runningStates = ['live', 'interrupted'] as const satisfies readonly StreamRow['state'][];
export const isRunning = ({ state }: Pick<StreamRow, 'state'>): boolean =>
  state === 'live' || state === 'interrupted';

/** @throws AppError 503 on a site, or in a process, without live streams. */
export function transportOf(ctx: Ctx): LiveTransport {
  if (ctx.ports.live) return ctx.ports.live;
  throw new AppError(503, 'gateway_unavailable', 'This site has no live streams.');
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

/** Tells everyone who looks at the stream's page, whether they may watch or not, and its creator. */
export function tellPages<E extends PageEvent>(
  tx: Ctx,
  { id, performerId }: Pick<StreamRow, 'id' | 'performerId'>,
  { event, payload }: { event: E; payload: ServerEvents[E] },
): void {
  tx.emit(rooms.streamPage(id), event, payload);
  tx.emit(rooms.account(performerId), event, payload);
}

export const tellChanged = (tx: Ctx, row: StreamRow): void =>
  tellPages(tx, row, { event: 'stream/changed', payload: { streamId: row.id } });
