import { asc, eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { streamMeters, streamStretches } from '../../../db/schema/streams/private-streams.ts';
import { secondsAt, tokensFor } from './metering.ts';
import { findPrivate, sideOf } from './reaching.ts';
import type { MeterRow } from './rows.ts';

const sumOf = (meters: readonly MeterRow[], of: (meter: MeterRow) => number): number =>
  meters.reduce((sum, meter) => sum + of(meter), 0);

/**
 * What a private stream cost: for both sides the fan's meter, for spectators their own.
 * @throws AppError 404
 */
export async function statementOf(
  ctx: UserCtx,
  id: string,
): Promise<ReplySource<'GET /streaming/private/:id/statement'>> {
  const row = await findPrivate(ctx, id);
  const side = sideOf(ctx, row);
  const moment = now(ctx);
  const [meters, stretches] = await Promise.all([
    ctx.db.select().from(streamMeters).where(eq(streamMeters.streamId, id)),
    ctx.db
      .select()
      .from(streamStretches)
      .where(eq(streamStretches.streamId, id))
      .orderBy(asc(streamStretches.fromAt), asc(streamStretches.id)),
  ]);
  const own = meters.filter((meter) =>
    side === null ? meter.accountId === ctx.viewer.id : !meter.isSpectator,
  );
  const tokensOf = (meter: MeterRow) =>
    meter.state === 'closed' ? meter.charged : tokensFor(secondsAt(meter, moment), meter.perMinute);
  const opened = own[0]?.openedAt;
  const from = side === null ? (opened ?? null) : row.startedAt;
  return {
    streamId: id,
    from: from?.toISOString() ?? null,
    to: row.endedAt?.toISOString() ?? null,
    stretches: stretches.map(({ kind, fromAt, toAt }) => ({
      kind,
      from: fromAt.toISOString(),
      to: (toAt ?? moment).toISOString(),
    })),
    seconds: sumOf(own, (meter) => secondsAt(meter, moment)),
    perMinute: side === null ? row.spectatorPerMinute : row.perMinute,
    tokens: sumOf(own, tokensOf),
    returned: sumOf(own, (meter) => meter.returned),
    spectatorTokens:
      side === 'creator'
        ? sumOf(
            meters.filter((meter) => meter.isSpectator),
            tokensOf,
          )
        : 0,
  };
}
