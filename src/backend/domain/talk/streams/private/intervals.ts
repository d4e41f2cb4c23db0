import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import { streamIntervals } from '../../../../db/schema/streams/private-streams.ts';

type Interval = typeof streamIntervals.$inferSelect;

/** The interval of media or of pause that a stream is in; none before its first media. */
export async function currentInterval(tx: Ctx, streamId: string): Promise<Interval | undefined> {
  const [row] = await tx.db
    .select()
    .from(streamIntervals)
    .where(and(eq(streamIntervals.streamId, streamId), isNull(streamIntervals.endedAt)))
    .orderBy(desc(streamIntervals.startedAt))
    .limit(1);
  return row;
}

/** Ends the current interval at a moment, and begins the next one there unless `kind` is null. */
export async function switchInterval(
  tx: Ctx,
  streamId: string,
  { kind, at }: { kind: Interval['kind'] | null; at: Date },
): Promise<void> {
  const current = await currentInterval(tx, streamId);
  if (current && current.kind === kind) return;
  const from = current && at < current.startedAt ? current.startedAt : at;
  if (current)
    await tx.db.update(streamIntervals).set({ endedAt: from }).where(eq(streamIntervals.id, current.id));
  if (kind !== null)
    await tx.db.insert(streamIntervals).values({ id: tx.ports.ids(), streamId, kind, startedAt: from });
}
