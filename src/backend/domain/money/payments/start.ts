import type { Cents } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { hasHundredths } from '#config/currencies.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { type PaymentIntent, payments } from '../../../db/schema/ledger.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { ChargeOutcome } from '../../../ports/payment-gateway.ts';
import { type Intent, claimKey, hashIntent, saveReply, reusedKey } from '../../../kernel/idempotency.ts';
import { conflict } from '../../../kernel/errors.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';

export type PaymentRow = typeof payments.$inferSelect;

export interface PaymentTerms {
  readonly accountId: string;
  readonly amount: Cents;
  readonly cardId: string;
  readonly subscriptionId?: string;
  readonly intent: PaymentIntent;
  /** What a coupon took off, in cents; the site absorbs it. `amount` is what remains to pay. */
  readonly discount?: Cents;
  /**
   * Reserves the discount in the payment's own transaction, so that no limit is exceeded.
   * @throws AppError 409 when it is no longer available.
   */
  readonly reserve?: (tx: Ctx, payment: PaymentRow) => Promise<void>;
}
/** What a call amounts to before the gateway is asked: something to pay, or already a reply. */
export type Prepared<T> = { readonly pay: PaymentTerms } | { readonly reply: T };

/** The gateway's confirmation that money has moved. */
export type Success = Extract<ChargeOutcome, { status: 'succeeded' }>;
export interface Effect {
  readonly transactionId: string;
  readonly reply: unknown;
}

/** Far more than anyone pays by hand; limits testing of stolen cards. */
const perHour = { max: 60, seconds: 3600 };
/** When the gateway is asked again about an unfinished payment. */
const reconcileAfterMs = 2 * 60_000;

/** Writes the intent to pay, and the job that finishes it if this process dies. */
export async function insertPayment(
  tx: Ctx,
  { reserve, ...terms }: PaymentTerms,
  key: { idempotencyKey: string; fingerprint: string; challengeAnswer?: string },
): Promise<PaymentRow> {
  const { currency } = await tx.settings.all();
  if (!hasHundredths(currency))
    throw conflict(`Card payments in ${currency} aren’t available on this site. Nothing was charged.`);
  const time = now(tx);
  const id = tx.ports.ids();
  const [row] = await tx.db
    .insert(payments)
    .values({
      id,
      ...terms,
      ...key,
      kind: terms.intent.kind,
      currency,
      state: 'pending',
      createdAt: time,
      updatedAt: time,
    })
    .returning();
  await enqueue(tx, {
    kind: 'payment-reconcile',
    payload: { paymentId: id },
    runAt: new Date(time.getTime() + reconcileAfterMs),
  });
  if (!row) throw new Error('the payment wasn’t stored');
  await reserve?.(tx, row);
  return row;
}

/** Saves the result of a bank challenge before the gateway is asked, so that a crash can't lose it. */
async function withAnswer(
  tx: Ctx,
  payment: PaymentRow,
  challengeAnswer: string | undefined,
): Promise<PaymentRow> {
  if (challengeAnswer === undefined || payment.state !== 'challenge') return payment;
  await tx.db
    .update(payments)
    .set({ challengeAnswer, state: 'pending', updatedAt: now(tx) })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'challenge')));
  await enqueue(tx, {
    kind: 'payment-reconcile',
    payload: { paymentId: payment.id },
    runAt: new Date(now(tx).getTime() + reconcileAfterMs),
  });
  return { ...payment, challengeAnswer, state: 'pending' };
}

/**
 * The first of a card payment's two transactions: claims the key and writes the intent that `prepare`
 * returns. A key used before leads to its payment. The gateway is asked between this and recording the
 * outcome, outside any transaction. `challengeAnswer` isn't part of the intent, because it comes with a
 * second request under the same key.
 */
export async function startPayment<T>(
  ctx: UserCtx,
  call: Intent & { challengeAnswer?: string },
  prepare: (tx: UserCtx) => Promise<Prepared<T>>,
): Promise<{ payment: PaymentRow } | { reply: T }> {
  const { challengeAnswer, ...intent } = call;
  const fingerprint = hashIntent(ctx, intent);
  const idempotencyKey = ctx.request.idempotencyKey ?? `none:${ctx.ports.ids()}`;
  return transaction(ctx, async (tx) => {
    const claim = await claimKey(tx, intent);
    if (!claim.isNew && claim.reply !== null) return { reply: claim.reply as T };
    const [earlier] = await tx.db
      .select()
      .from(payments)
      .where(and(eq(payments.accountId, ctx.viewer.id), eq(payments.idempotencyKey, idempotencyKey)));
    if (earlier && earlier.fingerprint !== fingerprint) throw reusedKey();
    if (earlier) return { payment: await withAnswer(tx, earlier, challengeAnswer) };
    const prepared = await prepare(tx);
    if ('pay' in prepared) await limitRate(tx, `payments:${ctx.viewer.id}`, perHour);
    if ('pay' in prepared)
      return {
        payment: await insertPayment(tx, prepared.pay, { idempotencyKey, fingerprint, challengeAnswer }),
      };
    await saveReply(tx, prepared.reply);
    return { reply: prepared.reply };
  });
}
