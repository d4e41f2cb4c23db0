import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { ledgerTransactions, payments } from '../../../db/schema/ledger.ts';
import { promotions, promotionUses } from '../../../db/schema/promotions.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { conflict } from '../../../kernel/errors.ts';

interface Use {
  promotionId: string;
  accountId: string;
  subscriptionId: string;
  /** Null for a trial, which isn't paid. */
  paymentId: string | null;
}

/**
 * Takes one use if any is left. The promotion's row stays locked until the transaction ends, so that uses are
 * counted one at a time.
 */
async function takePlace(tx: Ctx, promotionId: string): Promise<boolean> {
  const time = now(tx);
  const running = and(
    isNull(promotions.endedAt),
    lte(promotions.startsAt, time),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, time)),
  );
  const room = or(isNull(promotions.maxUses), lt(promotions.uses, promotions.maxUses));
  const taken = await tx.db
    .update(promotions)
    .set({ uses: sql`${promotions.uses} + 1` })
    .where(and(eq(promotions.id, promotionId), running, room))
    .returning({ id: promotions.id });
  return taken.length === 1;
}

/**
 * Reserves one use of an offer for a new payment.
 * @throws AppError 409 when the last use was taken in the meantime.
 */
export async function reservePromotion(tx: Ctx, use: Use): Promise<void> {
  if (!(await takePlace(tx, use.promotionId)))
    throw conflict('This offer was just used up. Check the price before you continue.', 'price_changed');
  const written = await tx.db
    .insert(promotionUses)
    .values({
      id: tx.ports.ids(),
      ...use,
      state: use.paymentId === null ? 'used' : 'reserved',
      createdAt: now(tx),
    })
    .onConflictDoNothing()
    .returning({ id: promotionUses.id });
  // The rollback returns the use.
  if (written.length === 0) throw conflict('You’ve already used this offer.');
}

const ofPayment = (tx: Ctx, paymentId: string) =>
  tx.db.select().from(promotionUses).where(eq(promotionUses.paymentId, paymentId)).for('update');

/**
 * For a payment that was given up, and its use released, before the bank confirmed it late: takes a use again
 * if any is left.
 */
async function takeAgain(
  tx: Ctx,
  use: { id: string; promotionId: string; accountId: string },
): Promise<void> {
  const held = and(
    eq(promotionUses.promotionId, use.promotionId),
    eq(promotionUses.accountId, use.accountId),
    sql`${promotionUses.state} <> 'released'`,
  );
  const hasAnother = (await tx.db.$count(promotionUses, held)) > 0;
  if (!hasAnother && (await takePlace(tx, use.promotionId)))
    await tx.db.update(promotionUses).set({ state: 'used' }).where(eq(promotionUses.id, use.id));
}

/** Marks the offer as used and links it to the subscription the payment opened. */
export async function promotionUsed(tx: Ctx, paymentId: string): Promise<void> {
  const [use] = await ofPayment(tx, paymentId);
  if (!use) return;
  // A payment made during a free subscription opened a different subscription than the one it was created
  // for.
  const [paid] = await tx.db
    .select({ subscriptionId: ledgerTransactions.subjectId })
    .from(payments)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, payments.transactionId))
    .where(eq(payments.id, paymentId));
  const subscriptionId = paid?.subscriptionId ?? use.subscriptionId;
  await tx.db
    .update(subscriptions)
    .set({ promotionId: use.promotionId })
    .where(eq(subscriptions.id, subscriptionId));
  await tx.db
    .update(promotionUses)
    .set({ subscriptionId, ...(use.state === 'reserved' ? { state: 'used' as const } : {}) })
    .where(eq(promotionUses.id, use.id));
  if (use.state === 'released') await takeAgain(tx, use);
}

/** Releases the use of a payment that failed for good, so that the fan can try again. */
export async function promotionReleased(tx: Ctx, paymentId: string): Promise<void> {
  const [use] = await ofPayment(tx, paymentId);
  if (use?.state !== 'reserved') return;
  await tx.db.update(promotionUses).set({ state: 'released' }).where(eq(promotionUses.id, use.id));
  await tx.db
    .update(promotions)
    .set({ uses: sql`${promotions.uses} - 1` })
    .where(eq(promotions.id, use.promotionId));
}
