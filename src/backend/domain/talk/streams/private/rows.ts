import { and, eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { privateStreams, streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { rooms } from '../../../../kernel/hub.ts';

export type PrivateRow = typeof privateStreams.$inferSelect;
export type MeterRow = typeof streamMeters.$inferSelect;
type State = PrivateRow['state'];

/** A request that still waits for its answer. */
export const waitingStates = ['requested', 'later'] as const satisfies readonly State[];
/** Accepted, and so with tokens on hold. */
export const runningStates = ['accepted', 'live', 'paused'] as const satisfies readonly State[];
export const openStates = [...waitingStates, ...runningStates] as const;
const isIn = (states: readonly State[]) => (state: State) => states.includes(state);
export const isWaiting = isIn(waitingStates);
export const isRunning = isIn(runningStates);

/** Locks a private stream until the end of the transaction. Everything about it happens under this lock. */
export async function lockPrivate(tx: Ctx, id: string): Promise<PrivateRow | undefined> {
  const [row] = await tx.db.select().from(privateStreams).where(eq(privateStreams.id, id)).for('update');
  return row;
}

/** The open meters of a stream, the fan's first. */
export async function openMeters(tx: Ctx, streamId: string): Promise<MeterRow[]> {
  return tx.db
    .select()
    .from(streamMeters)
    .where(and(eq(streamMeters.streamId, streamId), eq(streamMeters.state, 'open')))
    .orderBy(streamMeters.isSpectator, streamMeters.id);
}

export async function changeMeter(tx: Ctx, id: string, changes: Partial<MeterRow>): Promise<MeterRow> {
  const [row] = await tx.db.update(streamMeters).set(changes).where(eq(streamMeters.id, id)).returning();
  if (!row) throw new Error(`the meter ${id} vanished`);
  return row;
}

export async function changePrivate(
  tx: Ctx,
  { id }: Pick<PrivateRow, 'id'>,
  changes: Partial<PrivateRow>,
): Promise<PrivateRow> {
  const [row] = await tx.db
    .update(privateStreams)
    .set({ ...changes, updatedAt: now(tx) })
    .where(eq(privateStreams.id, id))
    .returning();
  if (!row) throw new Error(`the private stream ${id} vanished`);
  return row;
}

/** The accounts that pay to watch at the moment. */
async function findSpectators(tx: Ctx, { id }: PrivateRow): Promise<string[]> {
  const meters = await openMeters(tx, id);
  return meters.filter((meter) => meter.isSpectator).map((meter) => meter.accountId);
}

type Change = 'accepted' | 'declined' | 'changed' | 'ended';

/** Emits a change of a stream to both sides and the spectators. */
export async function emitChange(
  tx: Ctx,
  row: PrivateRow,
  news: Change | { readonly what: Change; readonly spectators: readonly string[] },
): Promise<void> {
  const { what, spectators = null } = typeof news === 'string' ? { what: news } : news;
  const payload = { conversationId: row.conversationId, streamId: row.id };
  const ids = [row.performerId, row.accountId, ...(spectators ?? (await findSpectators(tx, row)))];
  for (const id of ids) tx.emit(rooms.account(id), `private-stream/${what}`, payload);
}
