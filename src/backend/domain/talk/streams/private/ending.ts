import { routes } from '#config/routes.ts';
import { formatMoney, formatTokens } from '#lib/format.ts';
import { eq, inArray } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { loadItemEarnings } from '../../../money/earnings/item-earnings.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { closeMeter } from './holding.ts';
import { type MeterRow, type PrivateRow, changePrivate, isWaiting, openMeters, emitChange } from './rows.ts';
import { currentInterval, switchInterval } from './intervals.ts';

type Reason = NonNullable<PrivateRow['endReason']>;

/** Ends the media of a stream in this process, once the transaction is committed. */
export const closeMedia = (tx: Ctx, streamId: string): void =>
  tx.afterCommit(
    () =>
      void tx.ports.live
        ?.close(streamId)
        .catch((error: unknown) =>
          tx.ports.log.error('closing a private stream failed', { streamId, error }),
        ),
  );

async function notifyEnd(tx: Ctx, row: PrivateRow): Promise<void> {
  const [paid] = await tx.db
    .select({ tokens: streamMeters.charged })
    .from(streamMeters)
    .where(eq(streamMeters.streamId, row.id))
    .orderBy(streamMeters.isSpectator)
    .limit(1);
  const people = await tx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [row.performerId, row.accountId]));
  const earned = await loadItemEarnings(tx, { performerId: row.performerId, kind: 'stream' }, [row.id]);
  const { currency } = await tx.settings.all();
  for (const to of people) {
    const came =
      to.id === row.performerId
        ? `You earned ${formatMoney(earned.get(row.id) ?? 0, currency)}.`
        : `It cost ${formatTokens(paid?.tokens ?? 0)}.`;
    const other = people.find(({ id }) => id !== to.id);
    await notify(tx, {
      to: to.id,
      type: 'private-stream',
      ...(other ? { actor: other } : {}),
      text: `Your private stream with ${other?.name ?? ''} has ended. ${came}`,
      href: routes.privateStream(row.id),
    });
  }
}

/** Ends the last interval: of media where it was last seen, of a pause now. */
async function closeInterval(tx: Ctx, row: PrivateRow, main: MeterRow | undefined): Promise<void> {
  const current = await currentInterval(tx, row.id);
  if (!current) return;
  const at = current.kind === 'media' ? (main?.mediaConfirmedUntil ?? current.startedAt) : now(tx);
  await switchInterval(tx, row.id, { kind: null, at });
}

/** How a stream that was accepted is over. One that never began expires, unless somebody ended it. */
const over = ({ startedAt }: PrivateRow, reason: Reason): Pick<PrivateRow, 'state' | 'endReason'> =>
  startedAt === null && reason === 'interrupted'
    ? { state: 'expired', endReason: null }
    : { state: 'ended', endReason: reason };

/**
 * Ends an accepted stream whose row is locked: closes all meters, returns what is on hold, and ends the media.
 */
export async function endRunning(tx: Ctx, row: PrivateRow, reason: Reason): Promise<PrivateRow> {
  const meters = await openMeters(tx, row.id);
  await closeInterval(tx, row, meters[0]);
  for (const meter of meters) await closeMeter(tx, row, meter);
  const ended = await changePrivate(tx, row, { ...over(row, reason), endedAt: now(tx), expiresAt: null });
  const spectators = meters.filter((meter) => meter.isSpectator).map((meter) => meter.accountId);
  await emitChange(tx, ended, { what: 'ended', spectators });
  if (row.startedAt !== null) await notifyEnd(tx, ended);
  closeMedia(tx, row.id);
  return ended;
}

/** Ends a request without an answer to it. Nothing was on hold for it. */
export async function endWaiting(
  tx: Ctx,
  row: PrivateRow,
  state: 'declined' | 'cancelled' | 'expired',
): Promise<PrivateRow> {
  const ended = await changePrivate(tx, row, { state, endedAt: now(tx), expiresAt: null });
  await emitChange(tx, ended, state === 'declined' ? 'declined' : 'ended');
  return ended;
}

/** Ends a stream or a request because its people may no longer meet. */
export const endByAccess = (tx: Ctx, row: PrivateRow): Promise<PrivateRow> =>
  isWaiting(row.state) ? endWaiting(tx, row, 'cancelled') : endRunning(tx, row, 'access');
