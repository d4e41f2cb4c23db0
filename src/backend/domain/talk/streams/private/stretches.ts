import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import { streamStretches } from '../../../../db/schema/streams/private-streams.ts';

type Stretch = typeof streamStretches.$inferSelect;

/** The stretch of media or of pause that a stream is in; none before its first media. */
export async function currentStretch(tx: Ctx, streamId: string): Promise<Stretch | undefined> {
  const [row] = await tx.db
    .select()
    .from(streamStretches)
    .where(and(eq(streamStretches.streamId, streamId), isNull(streamStretches.toAt)))
    .orderBy(desc(streamStretches.fromAt))
    .limit(1);
  return row;
}

/** Ends the current stretch at a moment, and begins the next one there unless `kind` is null. */
export async function turnStretch(
  tx: Ctx,
  streamId: string,
  { kind, at }: { kind: Stretch['kind'] | null; at: Date },
): Promise<void> {
  const current = await currentStretch(tx, streamId);
  if (current && current.kind === kind) return;
  const from = current && at < current.fromAt ? current.fromAt : at;
  if (current)
    await tx.db.update(streamStretches).set({ toAt: from }).where(eq(streamStretches.id, current.id));
  if (kind !== null)
    await tx.db.insert(streamStretches).values({ id: tx.ports.ids(), streamId, kind, fromAt: from });
}
