import { and, eq } from 'drizzle-orm';
import type { StreamHealth } from '#contract/talk/streams/streams.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { countViewers } from './audience.ts';
import { findHost } from './media.ts';
import { isRunning } from './rows.ts';

const rounded = (value: number | null | undefined, digits: number): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10 ** digits) / 10 ** digits;

/** How the viewer's own stream arrives. @throws AppError 404. */
export async function viewHealth(ctx: UserCtx, id: string): Promise<StreamHealth> {
  const mine = and(eq(streams.id, id), eq(streams.performerId, ctx.viewer.id));
  const [row] = await ctx.db.select().from(streams).where(mine);
  if (!row) throw notFound();
  const { live } = ctx.ports;
  const host = live && isRunning(row) ? findHost(await live.stats(id), row) : undefined;
  const isReceiving = Boolean(host?.sendingSince);
  return {
    streamId: id,
    isReceiving,
    kbps: isReceiving && host?.bitrate != null ? rounded(host.bitrate / 1_000, 0) : null,
    fps: isReceiving ? rounded(host?.framesPerSecond, 1) : null,
    loss: isReceiving && host?.loss != null ? rounded(host.loss * 100, 1) : null,
    viewers: (await countViewers(ctx, [id]))[id] ?? 0,
    isRecording: isReceiving && row.replay !== 'none' && (live?.abilities.recording ?? false),
  };
}
