import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { refuseOtherPrice } from '../../../../kernel/expected-price.ts';
import { once } from '../../../../kernel/idempotency.ts';
import { closeMeter, holdFirst } from './holding.ts';
import { type View, hasSpectated, privateView } from './presenters.ts';
import { maySpectate, viewerSide } from './reaching.ts';
import { type MeterRow, type PrivateRow, lockPrivate, openMeters, emitChange } from './rows.ts';

const ownMeter = async (tx: UserCtx, { id }: PrivateRow): Promise<MeterRow | undefined> =>
  (await openMeters(tx, id)).find((meter) => meter.isSpectator && meter.accountId === tx.viewer.id);

async function join(tx: UserCtx, row: PrivateRow): Promise<void> {
  const [meter] = await tx.db
    .insert(streamMeters)
    .values({
      id: tx.ports.ids(),
      streamId: row.id,
      accountId: tx.viewer.id,
      isSpectator: true,
      perMinute: row.spectatorPerMinute,
      state: 'open',
      heldTokens: 0,
      openedAt: now(tx),
    })
    .returning();
  if (meter) await holdFirst(tx, row, meter);
  await emitChange(tx, row, 'changed');
}

/**
 * Opens a meter for a spectator, once per `Idempotency-Key`.
 * @throws AppError 404, 402 with `missing`, 409 `price_changed`, 409 for one of the two sides.
 */
export const spectate = (ctx: UserCtx, id: string, expected: number): Promise<View> =>
  once(ctx, { route: 'POST /streaming/private/:id/spectate', input: { id, expected } }, async (tx) => {
    const row = await lockPrivate(tx, id);
    if (row && viewerSide(tx, row) !== null) throw conflict('You’re part of this private stream.');
    if (!row || !(await maySpectate(tx, row))) throw notFound();
    await refuseOtherPrice(tx, { expected, amount: row.spectatorPerMinute, unit: 'token' });
    if (!(await ownMeter(tx, row))) await join(tx, row);
    return privateView(tx, row);
  });

/** Closes a spectator's meter and returns what is left of it. The row must be locked. */
export async function closeSpectator(tx: Ctx, row: PrivateRow, meter: MeterRow): Promise<void> {
  await closeMeter(tx, row, meter);
  tx.afterCommit(() => void tx.ports.live?.eject(row.id, meter.accountId).catch(() => undefined));
  await emitChange(tx, row, 'changed');
}

/** Leaves as a spectator. Leaving again changes nothing. @throws AppError 404 for who never watched. */
export const leavePrivate = (ctx: UserCtx, id: string): Promise<View> =>
  transaction(ctx, async (tx) => {
    const row = await lockPrivate(tx, id);
    if (!row || !(await hasSpectated(tx, id))) throw notFound();
    const meter = await ownMeter(tx, row);
    if (meter) await closeSpectator(tx, row, meter);
    return privateView(tx, row);
  });
