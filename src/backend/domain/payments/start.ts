import type { Cents } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { type PaymentIntent, payments } from '../../db/schema/ledger.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import type { ChargeOutcome } from '../../ports/payment-gateway.ts';
import { type Intent, claimKey, fingerprintOf, saveReply, reusedKey } from '../../kernel/idempotency.ts';
import { limitRate } from '../../kernel/rate-limit.ts';

export type PaymentRow = typeof payments.$inferSelect;

export interface PaymentTerms {
  readonly accountId: string;
  readonly amount: Cents;
  readonly cardId: string;
  readonly subscriptionId?: string;
  readonly intent: PaymentIntent;
  /** Cents that a coupon took off, which the site bears; `amount` is what is left to pay. */
  readonly discount?: Cents;
  /**
   * Takes what makes it cheaper in the payment's own transaction, so that no limit is overrun. @throws
   * AppError 409 when it is gone.
   */
  readonly reserve?: (tx: Ctx, payment: PaymentRow) => Promise<void>;
}
/** What a call comes to before any bank is asked: something to pay, or an answer already. */
export type Prepared<T> = { readonly pay: PaymentTerms } | { readonly reply: T };

/** The gateway's word that the money has moved. */
export type Success = Extract<ChargeOutcome, { status: 'succeeded' }>;
/** What a successful payment brought about. */
export interface Effect {
  readonly transactionId: string;
  readonly reply: unknown;
}

/** Far more than anybody pays for by hand; whoever tries stolen cards tries more. */
const perHour = { max: 60, seconds: 3600 };
/** By then a payment that nobody finished is asked about again. */
const reconcileAfterMs = 2 * 60_000;

/** Writes the intent to pay, and the job that finishes it should this process die. */
export async function insertPayment(
  tx: Ctx,
  { reserve, ...terms }: PaymentTerms,
  key: { idempotencyKey: string; fingerprint: string; challengeAnswer?: string },
): Promise<PaymentRow> {
  const { currency } = await tx.settings.all();
  const moment = now(tx);
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
      createdAt: moment,
      updatedAt: moment,
    })
    .returning();
  await enqueue(tx, {
    kind: 'payment-reconcile',
    payload: { paymentId: id },
    runAt: new Date(moment.getTime() + reconcileAfterMs),
  });
  if (!row) throw new Error('the payment wasn’t stored');
  await reserve?.(tx, row);
  return row;
}

/** The bank's answer to a challenge is written down before the gateway is asked: a crash must not lose it. */
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
 * The first of a card payment's two transactions: claims the key and writes the intent that `prepare` makes
 * of the call. A key that was used before leads to the payment it made. Between this and `settle` the gateway
 * is asked, outside any transaction. `challengeAnswer` is no part of the intent: it comes with the second
 * request under the same key.
 */
export async function startPayment<T>(
  ctx: UserCtx,
  call: Intent & { challengeAnswer?: string },
  prepare: (tx: UserCtx) => Promise<Prepared<T>>,
): Promise<{ payment: PaymentRow } | { reply: T }> {
  const { challengeAnswer, ...intent } = call;
  const fingerprint = fingerprintOf(ctx, intent);
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
