import { and, asc, eq } from 'drizzle-orm';
import { formatMoney } from '#lib/format.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { payoutEvents } from '../../../db/schema/payouts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { activeHold } from './holds.ts';
import { findConnectAccount } from './connect-accounts.ts';
import { HOUR_MS, findMethod } from './methods.ts';
import { type PayoutRow, lockPayout, missingFor, movePayout } from './state-machine.ts';

/** How long until a payout that can't proceed yet is tried again. */
const WAIT_MS = 6 * HOUR_MS;
/**
 * The gateway forgets its keys after a day. After this long, a repeated transfer could be made twice, so a
 * person has to look at it.
 */
const KEY_MS = 20 * HOUR_MS;

interface Sending {
  readonly payout: PayoutRow;
  readonly gatewayId: string;
}

/** When an approved payout can be sent; null means now. */
async function waitsUntil(tx: Ctx, payout: PayoutRow): Promise<Date | null> {
  const hold = await activeHold(tx, payout.performerId);
  if (hold) return hold.until ?? new Date(now(tx).getTime() + WAIT_MS);
  const method = await findMethod(tx, payout.methodId);
  if (method?.view.lockedUntil) return new Date(method.view.lockedUntil);
  const isCovered = (await missingFor(tx, payout.performerId)) === 0;
  return method?.view.isReady && isCovered ? null : new Date(now(tx).getTime() + WAIT_MS);
}

async function refuseLate(tx: Ctx, payout: PayoutRow): Promise<void> {
  const [begun] = await tx.db
    .select({ at: payoutEvents.createdAt })
    .from(payoutEvents)
    .where(and(eq(payoutEvents.payoutId, payout.id), eq(payoutEvents.state, 'processing')))
    .orderBy(asc(payoutEvents.createdAt))
    .limit(1);
  if (begun && now(tx).getTime() - begun.at.getTime() > KEY_MS) {
    throw new Error(
      `payout ${payout.id} has been on its way for too long to be tried again: look at the gateway, then mark it as paid or failed`,
    );
  }
}

/**
 * Takes an approved payout into processing, or resumes one left in processing. Null when there is nothing to
 * send, at least for now.
 */
async function begin(tx: Ctx, payoutId: string): Promise<Sending | null> {
  const payout = await lockPayout(tx, payoutId);
  if (payout?.state !== 'approved' && payout?.state !== 'processing') return null;
  const method = await findMethod(tx, payout.methodId);
  const connect = method?.row.type === 'connect' ? await findConnectAccount(tx, payout.performerId) : null;
  if (!connect) return null;
  const sending = { payout, gatewayId: connect.gatewayId };
  if (payout.state === 'processing') {
    await refuseLate(tx, payout);
    return sending;
  }
  const runAt = await waitsUntil(tx, payout);
  if (runAt === null)
    return { ...sending, payout: await movePayout(tx, payout, { to: 'processing', by: 'gateway' }) };
  await enqueue(tx, { kind: 'payout-transfer', payload: { payoutId }, runAt });
  return null;
}

/** Records the outcome, unless that has been done already. */
const end = (
  ctx: Ctx,
  payoutId: string,
  how: { to: 'paid'; reference: string } | { to: 'failed'; reason: string },
) =>
  transaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout?.state !== 'processing') return;
    if (how.to === 'paid')
      await movePayout(tx, payout, {
        to: 'paid',
        by: 'gateway',
        note: `Transfer ${how.reference}`,
        set: { reference: how.reference },
      });
    else
      await movePayout(tx, payout, {
        to: 'failed',
        by: 'gateway',
        note: how.reason,
        set: { reason: how.reason },
      });
  });

/**
 * The job that sends an approved payout through the gateway. The payout's id is the key, so it is sent once,
 * however often this runs. A payout that is locked, held, not covered, or not ready waits. If the gateway refuses,
 * the money is returned; if it can't be reached, the job is retried.
 */
export async function transferPayout(ctx: Ctx, payoutId: string): Promise<void> {
  // Without keys no money moves. It waits for them, however long that takes.
  if (ctx.config.takesNoMoney) {
    const runAt = new Date(now(ctx).getTime() + WAIT_MS);
    await enqueue(ctx, { kind: 'payout-transfer', payload: { payoutId }, runAt });
    return;
  }
  const sending = await transaction(ctx, (tx) => begin(tx, payoutId));
  if (!sending) return;
  const {
    payout: { id, amount, currency },
    gatewayId,
  } = sending;
  const { siteName } = await ctx.settings.all();
  try {
    const { transferId } = await ctx.ports.payments.connect.transfer({
      idempotencyKey: id,
      gatewayId,
      amount,
      currency,
      description: `Payout of ${formatMoney(amount, currency)} from ${siteName}`,
    });
    await end(ctx, payoutId, { to: 'paid', reference: transferId });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'transfer_failed') throw error;
    await end(ctx, payoutId, { to: 'failed', reason: error.message });
  }
}
