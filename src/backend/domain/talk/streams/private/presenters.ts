import type { Cents } from '#lib/units.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { performerCards } from '../../../people/accounts/profile-cards.ts';
import { earnedByItem } from '../../../money/earnings/item-earnings.ts';
import { holdFor, secondsAt, secondsLeft, tokensFor } from './metering.ts';
import type { MeterRow, PrivateRow } from './rows.ts';

export type View = ReplySource<'GET /streaming/private/:id'>;
type MeterView = NonNullable<View['meter']>;

/** A meter as its owner sees it at a moment. */
export function meterView(meter: MeterRow, time: Date): MeterView {
  const seconds = secondsAt(meter, time);
  return {
    perMinute: meter.perMinute,
    seconds,
    tokens: Math.max(meter.charged, tokensFor(seconds, meter.perMinute)),
    held: meter.heldTokens,
    isRunning: meter.runningSince !== null,
    secondsLeft: secondsLeft(meter, time),
  };
}

/** Meters of one account on one stream in one part: someone who watched twice has two. */
function together(meters: readonly MeterRow[], time: Date): MeterView | null {
  const open = meters.find((meter) => meter.state === 'open') ?? meters.at(-1);
  if (!open) return null;
  const views = meters.map((meter) => meterView(meter, time));
  const sum = (of: (view: MeterView) => number) => views.reduce((total, view) => total + of(view), 0);
  return {
    ...meterView(open, time),
    seconds: sum((view) => view.seconds),
    tokens: sum((view) => view.tokens),
  };
}

/** The meters that the viewer sees: the fan's for both sides, their own for spectators. */
const seenBy =
  (viewerId: string, { performerId, accountId }: PrivateRow) =>
  (meter: MeterRow) =>
    viewerId === performerId || viewerId === accountId ? !meter.isSpectator : meter.accountId === viewerId;

const stamp = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What everyone who may see a stream sees of it. */
const commonView = (row: PrivateRow, time: Date) => ({
  _id: row.id,
  conversationId: row.conversationId,
  state: row.state,
  perMinute: row.perMinute,
  spectatorsEnabled: row.spectatorsEnabled,
  spectatorPerMinute: row.spectatorPerMinute,
  endReason: row.endReason,
  expiresAt: stamp(row.expiresAt),
  startedAt: stamp(row.startedAt),
  endedAt: stamp(row.endedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  serverTime: time.toISOString(),
});

/** What depends on which part the viewer has in it. */
function ownView(
  viewerId: string,
  row: PrivateRow,
  { meters, time, earned }: { meters: MeterRow[]; time: Date; earned: Cents },
) {
  const isCreator = viewerId === row.performerId;
  const isSide = isCreator || viewerId === row.accountId;
  return {
    note: isSide ? row.note : '',
    firstHold: holdFor(isSide ? row.perMinute : row.spectatorPerMinute),
    spectators: meters.filter((meter) => meter.isSpectator && meter.state === 'open').length,
    meter: together(meters.filter(seenBy(viewerId, row)), time),
    earned: isCreator ? earned : null,
  };
}

const loadMeters = (ctx: UserCtx, rows: readonly PrivateRow[]): Promise<MeterRow[]> =>
  ctx.db
    .select()
    .from(streamMeters)
    .where(
      inArray(
        streamMeters.streamId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(streamMeters.openedAt, streamMeters.id);

export async function privateViews(ctx: UserCtx, rows: readonly PrivateRow[]): Promise<View[]> {
  if (rows.length === 0) return [];
  const time = now(ctx);
  const people = rows.flatMap((row) => [row.performerId, row.accountId]);
  const own = rows.filter(({ performerId }) => performerId === ctx.viewer.id).map(({ id }) => id);
  const [cards, all, earned] = await Promise.all([
    performerCards(ctx, people),
    loadMeters(ctx, rows),
    earnedByItem(ctx, 'stream', own),
  ]);
  return rows.map((row): View => {
    const [performer, user] = [cards.get(row.performerId), cards.get(row.accountId)];
    if (!performer || !user) throw notFound();
    const meters = all.filter((meter) => meter.streamId === row.id);
    return {
      ...commonView(row, time),
      ...ownView(ctx.viewer.id, row, { meters, time, earned: earned.get(row.id) ?? 0 }),
      performer,
      user,
    };
  });
}

export async function privateView(ctx: UserCtx, row: PrivateRow): Promise<View> {
  const [view] = await privateViews(ctx, [row]);
  if (!view) throw notFound();
  return view;
}

/** Whether the viewer has watched a stream as a spectator. */
export async function hasSpectated(ctx: UserCtx, streamId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ any: sql<number>`1` })
    .from(streamMeters)
    .where(
      and(
        eq(streamMeters.streamId, streamId),
        eq(streamMeters.accountId, ctx.viewer.id),
        eq(streamMeters.isSpectator, true),
      ),
    )
    .limit(1);
  return row !== undefined;
}
