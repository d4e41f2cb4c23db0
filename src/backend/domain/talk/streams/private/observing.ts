import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import type { LiveStats } from '../../../../ports/live-transport.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { closeMedia, endRunning } from './ending.ts';
import { closeMeter, extendHold, isSpent } from './holding.ts';
import { type Media, confirmedSeconds, timesAfter } from './metering.ts';
import { meterView } from './presenters.ts';
import {
  type MeterRow,
  type PrivateRow,
  changeMeter,
  changePrivate,
  isRunning,
  lockPrivate,
  openMeters,
  emitChange,
} from './rows.ts';
import { currentInterval, switchInterval } from './intervals.ts';

/** How often both sides hear of a meter that simply runs. In between, their pages count on by themselves. */
const reportEverySeconds = 5;
const toTime = (time: Date | null) => time?.getTime() ?? 0;

/** How the creator's media reaches an account, which is what it pays for. Null stats: nobody knows. */
const deliveryTo = (stats: LiveStats | null, { performerId }: PrivateRow, accountId: string) =>
  stats?.deliveries.find(({ userId, watches }) => userId === accountId && watches === performerId);

function mediaFor(stats: LiveStats | null, row: PrivateRow, accountId: string): Media {
  const delivery = deliveryTo(stats, row, accountId);
  if (!delivery || delivery.since === null) return { flows: false };
  const { since, until } = delivery;
  return { flows: true, since, until: until < since ? since : until };
}

/** A spectator whom nothing reaches for this long is let out, and watches again if they want. */
const idleMs = 20_000;

interface Seen {
  readonly stats: LiveStats | null;
  /** What reaches the fan. */
  readonly main: Media;
}

/** Whether nothing has reached a spectator while the fan gets the creator's media. */
function isIdle(
  tx: Ctx,
  { row, meter }: { row: PrivateRow; meter: MeterRow },
  { stats, main }: Seen,
): boolean {
  if (!main.flows || mediaFor(stats, row, meter.accountId).flows) return false;
  const last = deliveryTo(stats, row, meter.accountId)?.until ?? null;
  const since = Math.max(toTime(meter.openedAt), toTime(main.since), toTime(last));
  return now(tx).getTime() - since >= idleMs;
}

/** Brings one meter up to date. What was seen is written at each look, so that a crash forgets a second or two. */
async function advance(
  tx: Ctx,
  meter: MeterRow,
  { media, notBefore }: { media: Media; notBefore: Date },
): Promise<MeterRow> {
  const times = timesAfter(meter, media, notBefore);
  const isSame =
    times.seconds === meter.seconds &&
    toTime(times.runningSince) === toTime(meter.runningSince) &&
    toTime(times.mediaConfirmedUntil) === toTime(meter.mediaConfirmedUntil);
  return isSame ? meter : changeMeter(tx, meter.id, times);
}

/** Writes the intervals that follow from what the main meter did. Returns whether it did anything. */
async function writeIntervals(tx: Ctx, row: PrivateRow, moved: { before: MeterRow; after: MeterRow }) {
  const { before, after } = moved;
  const [from, to] = [before.runningSince, after.runningSince];
  if (toTime(from) === toTime(to)) return false;
  if (from !== null)
    await switchInterval(tx, row.id, { kind: 'pause', at: before.mediaConfirmedUntil ?? from });
  if (to !== null) await switchInterval(tx, row.id, { kind: 'media', at: to });
  return true;
}

/** Turns the stream live or paused as its main meter runs or stands still. */
async function follow(tx: Ctx, row: PrivateRow, moved: { before: MeterRow; after: MeterRow }) {
  if (!(await writeIntervals(tx, row, moved))) return row;
  const { runningSince } = moved.after;
  const changed = await changePrivate(tx, row, {
    state: runningSince === null ? 'paused' : 'live',
    startedAt: row.startedAt ?? runningSince,
    expiresAt: null,
  });
  await emitChange(tx, changed, 'changed');
  return changed;
}

/** Whether a stream that stands still has waited long enough. */
async function isGivenUp(tx: Ctx, row: PrivateRow): Promise<boolean> {
  if (row.state === 'accepted') return row.expiresAt !== null && now(tx) >= row.expiresAt;
  if (row.state !== 'paused') return false;
  const pause = await currentInterval(tx, row.id);
  const { streamGraceSeconds } = await tx.settings.all();
  return pause !== undefined && now(tx).getTime() - pause.startedAt.getTime() >= streamGraceSeconds * 1_000;
}

/** Both sides see the fan's meter; each spectator sees their own. */
function emitMeter(tx: Ctx, row: PrivateRow, meter: MeterRow): void {
  const view = meterView(meter, now(tx));
  const payload = {
    conversationId: row.conversationId,
    streamId: row.id,
    meter: view,
    seconds: view.seconds,
    tokens: view.tokens,
    at: now(tx).toISOString(),
  };
  for (const id of meter.isSpectator ? [meter.accountId] : [row.accountId, row.performerId])
    tx.emit(rooms.account(id), 'private-stream/meter', payload);
}

const step = (meter: MeterRow): number => Math.floor(confirmedSeconds(meter) / reportEverySeconds);

/** Whether what a meter shows has changed other than by the passing of time, or a few seconds have passed. */
const isNews = (before: MeterRow, after: MeterRow): boolean =>
  toTime(before.runningSince) !== toTime(after.runningSince) ||
  before.heldTokens !== after.heldTokens ||
  step(after) !== step(before);

/** Ends a spectator's watching, by the meter or because nothing reaches them. */
async function letOut(tx: Ctx, row: PrivateRow, meter: MeterRow): Promise<void> {
  await closeMeter(tx, row, meter);
  tx.afterCommit(() => void tx.ports.live?.eject(row.id, meter.accountId).catch(() => undefined));
  tx.emit(rooms.account(meter.accountId), 'private-stream/ended', {
    conversationId: row.conversationId,
    streamId: row.id,
  });
  await emitChange(tx, row, 'changed');
}

async function lookAtSpectator(tx: Ctx, row: PrivateRow, { meter, seen }: { meter: MeterRow; seen: Seen }) {
  const media = mediaFor(seen.stats, row, meter.accountId);
  const moved = await advance(tx, meter, { media, notBefore: meter.openedAt });
  const after = await extendHold(tx, row, moved);
  if (isSpent(after) || isIdle(tx, { row, meter: after }, seen)) await letOut(tx, row, after);
  else if (isNews(meter, after)) emitMeter(tx, row, after);
}

/** When the main meter last stopped. */
async function stoppedSince(tx: Ctx, row: PrivateRow, meter: MeterRow): Promise<Date> {
  if (meter.runningSince !== null) return meter.runningSince;
  return (await currentInterval(tx, row.id))?.startedAt ?? meter.openedAt;
}

/** Brings a stream whose row is locked up to date with its media. */
export async function settleStream(tx: Ctx, row: PrivateRow, stats: LiveStats | null): Promise<PrivateRow> {
  const [main, ...spectators] = await openMeters(tx, row.id);
  if (!main) return row;
  const media = mediaFor(stats, row, row.accountId);
  const seen = { stats, main: media };
  const moved = await advance(tx, main, { media, notBefore: await stoppedSince(tx, row, main) });
  const followed = await follow(tx, row, { before: main, after: moved });
  const after = await extendHold(tx, followed, moved);
  for (const meter of spectators) await lookAtSpectator(tx, followed, { meter, seen });
  if (isSpent(after)) return endRunning(tx, followed, 'tokens');
  if (stats?.hasFailed || (await isGivenUp(tx, followed))) return endRunning(tx, followed, 'interrupted');
  if (isNews(main, after)) emitMeter(tx, followed, after);
  return followed;
}

/**
 * Looks at the media of a stream and brings its meters up to date. Returns whether it still runs. Only the
 * process that carries the media may ask, or any once that one is gone.
 */
export async function observe(ctx: Ctx, streamId: string): Promise<boolean> {
  const stats = (await ctx.ports.live?.stats(streamId)) ?? null;
  return transaction(ctx, async (tx) => {
    const row = await lockPrivate(tx, streamId);
    if (!row || !isRunning(row.state)) {
      if (stats) closeMedia(tx, streamId);
      return false;
    }
    const settled = await settleStream(tx, row, stats);
    return isRunning(settled.state);
  });
}
