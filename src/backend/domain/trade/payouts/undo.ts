import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { payoutMethods, payoutRequests } from '../../../db/schema/payouts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { mailMethodUndone } from './mails.ts';
import { HOUR_MS, type MethodRow } from './methods.ts';
import { movePayout } from './state-machine.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { endSessions } from '../../people/accounts/sessions.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

const deadLink = () =>
  invalid(
    'token',
    'This link has expired or was already used. Check your payouts, and contact us if something is wrong.',
  );

/**
 * Restores the method chosen before, with details that were overwritten since. Details entered since are
 * removed.
 */
async function restore(
  tx: Ctx,
  ended: readonly MethodRow[],
  previousId: string | null,
): Promise<MethodRow | null> {
  const time = now(tx);
  const { payoutLockHours } = await tx.settings.all();
  // A method that the change only selected, and didn't create, is kept but deselected.
  const made = ended.filter(
    (row) =>
      row.type === 'bank' &&
      row.id !== previousId &&
      row.createdAt.getTime() + payoutLockHours * HOUR_MS > time.getTime(),
  );
  const ids = (rows: readonly MethodRow[]) =>
    inArray(
      payoutMethods.id,
      rows.map(({ id }) => id),
    );
  const overwritten = and(
    eq(payoutMethods.accountId, ended[0]?.accountId ?? ''),
    inArray(
      payoutMethods.replacedAt,
      made.map(({ createdAt }) => createdAt),
    ),
  );
  await tx.db
    .update(payoutMethods)
    .set({ isChosen: false, undoHash: null, updatedAt: time })
    .where(ids(ended));
  await tx.db.update(payoutMethods).set({ replacedAt: null }).where(overwritten);
  await tx.db.update(payoutMethods).set({ replacedAt: time }).where(ids(made));
  if (previousId === null) return null;
  const [restored] = await tx.db
    .update(payoutMethods)
    .set({ isChosen: true, replacedAt: null, lockedUntil: time, updatedAt: time })
    .where(eq(payoutMethods.id, previousId))
    .returning();
  return restored ?? null;
}

async function cancelPayouts(tx: Ctx, ended: readonly string[]): Promise<boolean> {
  const rows = await tx.db
    .select()
    .from(payoutRequests)
    .where(
      and(
        inArray(payoutRequests.methodId, [...ended]),
        inArray(payoutRequests.state, ['pending', 'approved']),
      ),
    )
    .for('update');
  const reason = 'The payout method was undone.';
  for (const row of rows)
    await movePayout(tx, row, { to: 'cancelled', by: 'creator', note: reason, set: { reason } });
  return rows.length > 0;
}

/**
 * Undoes a change of the payout method and all later ones made on top of it, since none of them can be
 * trusted. Anyone with the email may do this, once, while the method is locked.
 * @throws AppError 422 on `token`.
 */
export async function undoMethod(
  ctx: Ctx,
  token: string,
): Promise<{ restored: { bank: string; last4: string } | null; cancelled: boolean }> {
  await limitRate(ctx, `undo-payout:net:${toNetwork(ctx.request)}`, { max: 30, seconds: 3600 });
  const undoHash = ctx.ports.crypto.sha256(token);
  const open = (tx: Ctx) => and(isNotNull(payoutMethods.undoHash), gt(payoutMethods.lockedUntil, now(tx)));
  return transaction(ctx, async (tx) => {
    const [found] = await tx.db.select().from(payoutMethods).where(eq(payoutMethods.undoHash, undoHash));
    if (!found) throw deadLink();
    const { accountId } = found;
    await lockCreator(tx, accountId);
    // Queried again under the lock, because of concurrent undo requests or changes.
    const ended = await tx.db
      .select()
      .from(payoutMethods)
      .where(and(eq(payoutMethods.accountId, accountId), open(tx)))
      .for('update');
    const changed = ended.find((row) => row.undoHash === undoHash);
    if (!changed) throw deadLink();
    const restored = await restore(tx, ended, changed.previousId);
    const cancelled = await cancelPayouts(
      tx,
      ended.filter(({ id }) => id !== restored?.id).map(({ id }) => id),
    );
    await endSessions(tx, accountId, tx.viewer?.id === accountId ? tx.viewer.sessionId : undefined);
    await mailMethodUndone(tx, accountId, restored);
    return { restored: restored && { bank: restored.shown.bank, last4: restored.shown.last4 }, cancelled };
  });
}
