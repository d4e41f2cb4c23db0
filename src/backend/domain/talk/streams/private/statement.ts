import type { Cents } from '#lib/units.ts';
import { asc, eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { streamMeters, streamIntervals } from '../../../../db/schema/streams/private-streams.ts';
import { earnedByItem } from '../../../money/earnings/item-earnings.ts';
import { secondsAt, tokensFor } from './metering.ts';
import { findPrivate, viewerSide } from './reaching.ts';
import type { MeterRow } from './rows.ts';

const sumMeters = (meters: readonly MeterRow[], of: (meter: MeterRow) => number): number =>
  meters.reduce((sum, meter) => sum + of(meter), 0);

const tokensAt =
  (time: Date) =>
  (meter: MeterRow): number =>
    meter.state === 'closed' ? meter.charged : tokensFor(secondsAt(meter, time), meter.perMinute);

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

const earnedWith = async (ctx: UserCtx, id: string): Promise<Cents> =>
  (await earnedByItem(ctx, 'stream', [id])).get(id) ?? 0;

/** The intervals of a stream, in order. One that still goes on lasts until now. */
async function loadIntervals(ctx: UserCtx, id: string) {
  const rows = await ctx.db
    .select()
    .from(streamIntervals)
    .where(eq(streamIntervals.streamId, id))
    .orderBy(asc(streamIntervals.startedAt), asc(streamIntervals.id));
  return rows.map(({ kind, startedAt, endedAt }) => ({
    kind,
    from: startedAt.toISOString(),
    to: (endedAt ?? now(ctx)).toISOString(),
  }));
}

/**
 * What a private stream cost: for both sides the fan's meter, for spectators their own.
 * @throws AppError 404
 */
export async function loadStatement(
  ctx: UserCtx,
  id: string,
): Promise<ReplySource<'GET /streaming/private/:id/statement'>> {
  const row = await findPrivate(ctx, id);
  const side = viewerSide(ctx, row);
  const time = now(ctx);
  const [meters, stretches, earned] = await Promise.all([
    ctx.db.select().from(streamMeters).where(eq(streamMeters.streamId, id)),
    loadIntervals(ctx, id),
    side === 'creator' ? earnedWith(ctx, id) : null,
  ]);
  const own = meters.filter((meter) =>
    side === null ? meter.accountId === ctx.viewer.id : !meter.isSpectator,
  );
  const spectators = meters.filter((meter) => meter.isSpectator);
  const countTokens = tokensAt(time);
  const opened = own[0]?.openedAt;
  const from = side === null ? opened : row.startedAt;
  return {
    streamId: id,
    from: iso(from),
    to: iso(row.endedAt),
    stretches,
    seconds: sumMeters(own, (meter) => secondsAt(meter, time)),
    perMinute: side === null ? row.spectatorPerMinute : row.perMinute,
    tokens: sumMeters(own, countTokens),
    returned: sumMeters(own, (meter) => meter.refundedTokens),
    spectatorTokens: side === 'creator' ? sumMeters(spectators, countTokens) : 0,
    earned,
  };
}
