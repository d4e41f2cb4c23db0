import type { Tokens } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { AuctionCreate, AuctionUpdate } from '#contract/trade/auctions.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import { plural } from '#lib/format.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { auctionImages, auctions } from '../../../db/schema/auctions.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type AuctionRow, stateAt } from './rules.ts';
import { checkCountries } from '../shop/addresses.ts';
import { claimFiles, dropFiles } from '../../base/files/claims.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

const pictures = { field: 'imageIds', kinds: ['image'], word: 'Picture' } as const;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Locks an auction until the end of the transaction, so that bids, changes, and the end happen one at a time.
 * Read the clock only after this.
 */
export async function lockAuction(tx: Ctx, id: string): Promise<AuctionRow> {
  const [row] = await tx.db.select().from(auctions).where(eq(auctions.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/**
 * Queues the job that ends the auction. A late bid queues nothing: the job then runs early and queues itself
 * again.
 */
export const armEnd = (
  tx: Ctx,
  { id, effectiveEndAt }: Pick<AuctionRow, 'id' | 'effectiveEndAt'>,
): Promise<void> =>
  enqueue(tx, {
    kind: 'auction-end',
    payload: { auctionId: id },
    runAt: effectiveEndAt,
    dedupeKey: `auction-end:${id}:${effectiveEndAt.getTime()}`,
  });

/**
 * An auction's start and end. A start in the past becomes now, unless the auction had already started then.
 */
function resolveTimes(
  time: Date,
  wanted: { startAt: Date; endAt: Date },
  before: Date | null,
): { startAt: Date; endAt: Date } {
  const started = before !== null && before <= time;
  const startAt = started ? before : new Date(Math.max(wanted.startAt.getTime(), time.getTime()));
  const { minMinutes, maxDays, startsWithinDays } = limits.auction;
  const runsMs = wanted.endAt.getTime() - Math.max(startAt.getTime(), time.getTime());
  if (startAt.getTime() > time.getTime() + startsWithinDays * dayMs)
    throw invalid('startAt', `Choose a start within ${startsWithinDays} days.`);
  if (runsMs < minMinutes * minuteMs)
    throw invalid('endAt', `The auction must run for at least ${plural(minMinutes, 'minute')}.`);
  if (runsMs > maxDays * dayMs) throw invalid('endAt', `Choose an end within ${maxDays} days of the start.`);
  return { startAt, endAt: wanted.endAt };
}

/** The start of an auction that has begun can't be changed. */
function refuseOtherStart(row: AuctionRow, { startAt, time }: { startAt: Date; time: Date }): void {
  if (row.startAt <= time && startAt.getTime() !== row.startAt.getTime())
    throw invalid('startAt', 'This auction has already started, so you can’t change the start.');
}

function checkReserve({
  startPrice,
  reservePrice,
}: {
  startPrice: Tokens;
  reservePrice: Tokens | null;
}): void {
  if (reservePrice !== null && reservePrice < startPrice)
    throw invalid('reservePrice', 'The reserve can’t be lower than the starting price.');
}

const loadImageIds = async (tx: Ctx, auctionId: string): Promise<string[]> =>
  (
    await tx.db
      .select({ id: auctionImages.fileId })
      .from(auctionImages)
      .where(eq(auctionImages.auctionId, auctionId))
      .orderBy(auctionImages.position)
  ).map(({ id }) => id);

/**
 * Checks that the pictures belong to the viewer. Call this before taking other locks, because processing a
 * file locks the file first.
 */
async function claimPictures(tx: UserCtx, imageIds: readonly string[]): Promise<void> {
  const rows = await claimFiles(tx, imageIds, pictures);
  if (rows.some(({ state }) => state !== 'ready'))
    throw invalid('imageIds', 'A picture is still being processed. Wait a moment and try again.');
}

async function setImages(tx: UserCtx, auctionId: string, imageIds: readonly string[]): Promise<void> {
  await tx.db.delete(auctionImages).where(eq(auctionImages.auctionId, auctionId));
  await tx.db
    .insert(auctionImages)
    .values(imageIds.map((fileId, position) => ({ auctionId, fileId, position })));
}

/**
 * Creates an auction that starts immediately or at a set time, and returns its id.
 * @throws AppError 403 before the profile is approved, 422.
 */
export async function createAuction(
  ctx: UserCtx,
  { imageIds, startAt, endAt, ...rest }: AuctionCreate,
): Promise<string> {
  await checkCountries(rest.shippingCountries, 'shippingCountries');
  return transaction(ctx, async (tx) => {
    checkReserve(rest);
    await claimPictures(tx, imageIds);
    refuseUnapproved(await lockCreator(tx, tx.viewer.id));
    const time = now(tx);
    const times = resolveTimes(
      time,
      { startAt: startAt === undefined ? time : new Date(startAt), endAt: new Date(endAt) },
      null,
    );
    const id = tx.ports.ids();
    const state = times.startAt > time ? 'scheduled' : 'live';
    await tx.db.insert(auctions).values({
      ...rest,
      ...times,
      id,
      performerId: tx.viewer.id,
      effectiveEndAt: times.endAt,
      state,
      createdAt: time,
      updatedAt: time,
    });
    await setImages(tx, id, imageIds);
    await armEnd(tx, { id, effectiveEndAt: times.endAt });
    return id;
  });
}

/** Notifies everyone watching, and the creator's other tabs. */
function emitToWatchers(tx: UserCtx, auctionId: string, event: 'auction/changed' | 'auction/ended'): void {
  for (const room of [rooms.auction(auctionId), rooms.account(tx.viewer.id)])
    tx.emit(room, event, { auctionId });
}

/**
 * Locks the viewer's own auction. One with bids, or one that is over, can't be changed.
 * @throws AppError 404, 409
 */
async function lockUnbid(tx: UserCtx, id: string, verb: 'change' | 'cancel'): Promise<AuctionRow> {
  const [mine] = await tx.db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.id, id), eq(auctions.performerId, tx.viewer.id)));
  if (!mine) throw notFound();
  const row = await lockAuction(tx, id);
  const state = stateAt(row, now(tx));
  if (state === 'cancelled') throw conflict('This auction was canceled.');
  if (state !== 'scheduled' && state !== 'live') throw conflict('This auction has ended.');
  if (row.bidCount > 0) throw conflict(`It already has bids, so you can’t ${verb} it anymore.`);
  return row;
}

/**
 * Changes the viewer's own auction, before its first bid only.
 * @throws AppError 404, 409 once there is a bid or it is over, 422.
 */
export async function updateAuction(
  ctx: UserCtx,
  id: string,
  { imageIds, startAt, endAt, ...change }: AuctionUpdate,
): Promise<void> {
  await checkCountries(change.shippingCountries ?? [], 'shippingCountries');
  return transaction(ctx, async (tx) => {
    if (imageIds) await claimPictures(tx, imageIds);
    const row = await lockUnbid(tx, id, 'change');
    refuseStale(tx, row);
    checkReserve({ ...row, ...change });
    const time = now(tx);
    if (startAt !== undefined) refuseOtherStart(row, { startAt: new Date(startAt), time });
    const movesTime = startAt !== undefined || endAt !== undefined;
    const wanted = {
      startAt: startAt ? new Date(startAt) : row.startAt,
      endAt: endAt ? new Date(endAt) : row.endAt,
    };
    const times = movesTime
      ? resolveTimes(time, wanted, row.startAt)
      : { startAt: row.startAt, endAt: row.endAt };
    await tx.db
      .update(auctions)
      .set({ ...change, ...times, effectiveEndAt: times.endAt, updatedAt: time })
      .where(eq(auctions.id, id));
    if (imageIds) {
      const before = await loadImageIds(tx, id);
      await setImages(tx, id, imageIds);
      await dropFiles(
        tx,
        before.filter((fileId) => !imageIds.includes(fileId)),
      );
    }
    if (movesTime) await armEnd(tx, { id, effectiveEndAt: times.endAt });
    emitToWatchers(tx, id, 'auction/changed');
  });
}

/**
 * Cancels the viewer's own auction before its first bid. It stays in the creator's list.
 * @throws AppError 404, 409
 */
export function cancelAuction(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockUnbid(tx, id, 'cancel');
    await tx.db
      .update(auctions)
      .set({ state: 'cancelled', updatedAt: now(tx) })
      .where(eq(auctions.id, id));
    emitToWatchers(tx, id, 'auction/ended');
  });
}
