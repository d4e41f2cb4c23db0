import { and, eq, inArray } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { sqlState } from '../../../../db/db.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { privateStreams, streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { AppError, conflict } from '../../../../kernel/errors.ts';
import { transportForAnother } from '../public/rows.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { endRunning, endWaiting } from './ending.ts';
import { holdFirst, missingFor } from './holding.ts';
import { settleStream } from './observing.ts';
import { type View, privateView } from './presenters.ts';
import { lockSide, viewerSide } from './reaching.ts';
import { endRest } from '../../../../kernel/job-queue.ts';
import { type PrivateRow, changePrivate, isRunning, isWaiting, runningStates, emitChange } from './rows.ts';

const MINUTE_MS = 60_000;
const answered = () => conflict('This request was already answered or has ended.');
const cannotAfford = () =>
  new AppError(
    402,
    'insufficient_balance',
    'They can’t afford it right now. We’ve asked them to top up, and the request stays here.',
  );
const busy = () => conflict('End your other stream first.');

/** @throws AppError 409 when it was answered or its time is over. */
function mustWait(tx: UserCtx, row: PrivateRow): void {
  if (!isWaiting(row.state) || (row.expiresAt !== null && now(tx) >= row.expiresAt)) throw answered();
}

/** @throws AppError 409 while the creator is in another stream, or the fan is suspended. */
async function mustBeFree(tx: UserCtx, { performerId, accountId }: PrivateRow): Promise<void> {
  const [isPublic, isPrivate, fan] = [
    await tx.db.$count(
      streams,
      and(eq(streams.performerId, performerId), inArray(streams.state, ['live', 'interrupted'])),
    ),
    await tx.db.$count(
      privateStreams,
      and(eq(privateStreams.performerId, performerId), inArray(privateStreams.state, [...runningStates])),
    ),
    await tx.db
      .select({ suspendedAt: accounts.suspendedAt })
      .from(accounts)
      .where(eq(accounts.id, accountId)),
  ];
  if (isPublic + isPrivate > 0) throw busy();
  if (fan[0]?.suspendedAt !== null) throw conflict('This account is suspended.');
}

const otherSide = async (tx: UserCtx, row: PrivateRow, type: { text: string }): Promise<void> =>
  notify(tx, {
    to: row.accountId,
    type: 'private-stream',
    actor: tx.viewer,
    text: type.text,
    href: routes.privateStream(row.id),
  });

async function begin(tx: UserCtx, row: PrivateRow): Promise<PrivateRow> {
  await endRest(tx, 'private-streams-due', 10);
  const { privateJoinMinutes } = await tx.settings.all();
  const time = now(tx);
  const accepted = await changePrivate(tx, row, {
    state: 'accepted',
    expiresAt: new Date(time.getTime() + privateJoinMinutes * MINUTE_MS),
  });
  const [meter] = await tx.db
    .insert(streamMeters)
    .values({
      id: tx.ports.ids(),
      streamId: row.id,
      accountId: row.accountId,
      isSpectator: false,
      perMinute: row.perMinute,
      state: 'open',
      heldTokens: 0,
      openedAt: time,
    })
    .returning();
  if (meter) await holdFirst(tx, row, meter);
  await emitChange(tx, accepted, 'accepted');
  await otherSide(tx, row, {
    text: `${tx.viewer.name} accepted your private stream. Join within ${privateJoinMinutes} minutes.`,
  });
  return accepted;
}

/** Accepts, or tells the fan how many tokens are missing; null then. */
async function tryAccept(tx: UserCtx, id: string): Promise<View | null> {
  const row = await lockSide(tx, id, ['creator']);
  // Accepting twice, from two tabs, changes nothing.
  if (isRunning(row.state)) return privateView(tx, row);
  mustWait(tx, row);
  await mustBeFree(tx, row);
  // Only to be refused where nothing could be joined.
  await transportForAnother(tx);
  const missing = await missingFor(tx, row);
  if (missing === 0) return privateView(tx, await begin(tx, row));
  await otherSide(tx, row, {
    text: `${tx.viewer.name} wants to begin your private stream. Top up ${formatTokens(missing)} for the first minutes.`,
  });
  return null;
}

/**
 * Accepts a request: puts the first minutes on hold. A fan who can't pay for them is asked to top up, and the
 * request stays. How much they lack is theirs alone to know.
 * @throws AppError 402, 409 when it was answered otherwise or the creator is busy, 503 while it couldn't be joined.
 */
export async function acceptPrivate(ctx: UserCtx, id: string): Promise<View> {
  const once = () => transaction(ctx, (tx) => tryAccept(tx, id));
  const done = await once()
    // The fan spent tokens meanwhile. Looking again finds what is missing, and tells them.
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'insufficient_balance') return once();
      throw error;
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'insufficient_balance') throw cannotAfford();
      throw sqlState(error) === '23505' ? busy() : error;
    });
  if (!done) throw cannotAfford();
  return done;
}

/** Declines a request. Declining again changes nothing. @throws AppError 409 when it was answered otherwise. */
export const declinePrivate = (ctx: UserCtx, id: string): Promise<View> =>
  transaction(ctx, async (tx) => {
    const row = await lockSide(tx, id, ['creator']);
    if (row.state === 'declined') return privateView(tx, row);
    mustWait(tx, row);
    const ended = await endWaiting(tx, row, 'declined');
    await otherSide(tx, row, { text: `${tx.viewer.name} declined your private stream.` });
    return privateView(tx, ended);
  });

/** Answers a request with "later", which keeps it open for as long again. */
export const postponePrivate = (ctx: UserCtx, id: string): Promise<View> =>
  transaction(ctx, async (tx) => {
    const row = await lockSide(tx, id, ['creator']);
    if (row.state === 'later') return privateView(tx, row);
    mustWait(tx, row);
    const { privateRequestHours } = await tx.settings.all();
    const later = await changePrivate(tx, row, {
      state: 'later',
      expiresAt: new Date(now(tx).getTime() + privateRequestHours * 60 * MINUTE_MS),
    });
    await emitChange(tx, later, 'changed');
    await otherSide(tx, row, { text: `${tx.viewer.name} asked to do your private stream later.` });
    return privateView(tx, later);
  });

/** Takes a request back. @throws AppError 409 when it was answered. */
export const cancelPrivate = (ctx: UserCtx, id: string): Promise<View> =>
  transaction(ctx, async (tx) => {
    const row = await lockSide(tx, id, ['fan']);
    if (row.state === 'cancelled') return privateView(tx, row);
    if (!isWaiting(row.state)) throw answered();
    return privateView(tx, await endWaiting(tx, row, 'cancelled'));
  });

/** Ends a stream for both sides. Ending it again changes nothing. @throws AppError 409 before it is accepted. */
export async function endPrivate(ctx: UserCtx, id: string): Promise<View> {
  const stats = (await ctx.ports.live?.stats(id)) ?? null;
  return transaction(ctx, async (tx) => {
    const row = await lockSide(tx, id, ['creator', 'fan']);
    if (row.state === 'ended' || row.state === 'expired') return privateView(tx, row);
    if (!isRunning(row.state)) throw conflict('This private stream hasn’t been accepted.');
    // What this process saw of the media counts up to now; another process wrote down what it saw.
    const settled = stats ? await settleStream(tx, row, stats) : row;
    if (!isRunning(settled.state)) return privateView(tx, settled);
    return privateView(tx, await endRunning(tx, settled, viewerSide(tx, row) ?? 'fan'));
  });
}
