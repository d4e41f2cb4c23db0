import { and, eq, inArray, or } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import { privateStreams, streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { endByAccess } from './ending.ts';
import {
  type MeterRow,
  type PrivateRow,
  isRunning,
  isWaiting,
  lockPrivate,
  openMeters,
  openStates,
} from './rows.ts';
import { closeSpectator } from './spectating.ts';

/** Streams of an account, and those that it watches. */
async function findStreamIds(tx: Ctx, accountId: string): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ id: privateStreams.id })
    .from(privateStreams)
    .leftJoin(streamMeters, and(eq(streamMeters.streamId, privateStreams.id), eq(streamMeters.state, 'open')))
    .where(
      and(
        inArray(privateStreams.state, [...openStates]),
        or(
          eq(privateStreams.performerId, accountId),
          eq(privateStreams.accountId, accountId),
          eq(streamMeters.accountId, accountId),
        ),
      ),
    )
    .orderBy(privateStreams.id);
  return rows.map(({ id }) => id);
}

interface Loss {
  /** Who lost access. */
  readonly accountId: string;
  /** To whom; to everybody if left out. */
  readonly withId?: string;
  /** For a logout, after which requests can still be answered. */
  readonly keepsRequests?: boolean;
}

/** Whether an account takes part as a side and has lost the other side. */
const losesStream = ({ performerId, accountId: fanId }: PrivateRow, { accountId, withId }: Loss): boolean =>
  withId === undefined
    ? accountId === performerId || accountId === fanId
    : (accountId === performerId && withId === fanId) || (accountId === fanId && withId === performerId);

/** Whether a spectator has lost one of the two sides, or everything. */
function losesSight({ performerId, accountId: fanId }: PrivateRow, meter: MeterRow, loss: Loss): boolean {
  const isSide = (id: string | undefined) => id === performerId || id === fanId;
  const { accountId, withId } = loss;
  if (meter.accountId === accountId) return withId === undefined || isSide(withId);
  return meter.accountId === withId && isSide(accountId);
}

async function endOne(tx: Ctx, row: PrivateRow, loss: Loss): Promise<void> {
  if (losesStream(row, loss)) {
    if (!(loss.keepsRequests && isWaiting(row.state))) await endByAccess(tx, row);
    return;
  }
  for (const meter of await openMeters(tx, row.id))
    if (meter.isSpectator && losesSight(row, meter, loss)) await closeSpectator(tx, row, meter);
}

/**
 * Ends the private streams and requests of an account that lost its access, or only those it has with
 * another account, and its watching of others. For blocks, suspensions and bans, in their transaction.
 */
export async function endPrivateStreams(tx: Ctx, loss: Loss): Promise<void> {
  for (const id of await findStreamIds(tx, loss.accountId)) {
    const row = await lockPrivate(tx, id);
    if (row && (isWaiting(row.state) || isRunning(row.state))) await endOne(tx, row, loss);
  }
}
