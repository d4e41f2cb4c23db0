import type { Cents, Tokens } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { formatMoney, formatTokens } from '#lib/format.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { tokenPackages } from '../../../db/schema/operator.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { cardToPay } from '../payments/payment-methods.ts';
import { couponFor } from '../coupons/choice.ts';
import { findUsedCode, reserveCoupon, withCoupon } from '../coupons/uses.ts';
import { post } from '../../base/ledger/ledger.ts';
import { moneyToTokens, topUpPostings } from '../../base/ledger/postings.ts';
import { refuseOtherPrice } from '../../../kernel/expected-price.ts';
import type { Effect, PaymentRow, Prepared, Success } from '../payments/start.ts';

type TopUp = ParsedInput<'POST /payment/wallet/top-up'>['body'];
export type TopUpReply = ReplySource<'POST /payment/wallet/top-up'>;

interface TopUpPrice {
  readonly amount: Cents;
  readonly tokens: Tokens;
  readonly bonus: number;
}

async function priceOfPackage(tx: UserCtx, packageId: string): Promise<TopUpPrice> {
  const [row] = await tx.db
    .select()
    .from(tokenPackages)
    .where(and(eq(tokenPackages.id, packageId), eq(tokenPackages.isActive, true)));
  if (!row) throw invalid('packageId', 'This package isn’t on sale anymore. Choose another one.');
  return { amount: row.price, tokens: row.tokens, bonus: row.bonus };
}

async function priceOfAmount(tx: UserCtx, amount: Cents): Promise<TopUpPrice> {
  const { minimumWalletPrice: min, maximumWalletPrice: max, currency, tokenRate } = await tx.settings.all();
  if (amount < min) throw invalid('amount', `The smallest top-up is ${formatMoney(min, currency)}.`);
  if (amount > max) throw invalid('amount', `The largest top-up is ${formatMoney(max, currency)}.`);
  return { amount, tokens: moneyToTokens(amount, tokenRate), bonus: 0 };
}

/**
 * What a package or amount costs without a coupon (in cents), and the tokens it gives.
 * @throws AppError 422
 */
export const priceOfTopUp = (
  ctx: UserCtx,
  { packageId, amount }: { packageId?: string; amount?: Cents },
): Promise<TopUpPrice> => (packageId ? priceOfPackage(ctx, packageId) : priceOfAmount(ctx, amount ?? 0));

/**
 * Fixes the price and tokens of a top-up before the bank is asked, so that a later change of package or rate
 * doesn't affect it.
 */
export async function prepareTopUp(tx: UserCtx, input: TopUp): Promise<Prepared<TopUpReply>> {
  const { amount: before, tokens, bonus } = await priceOfTopUp(tx, input);
  const card = await cardToPay(tx, tx.viewer.id, input.cardId);
  const coupon = await couponFor(tx, {
    code: input.couponCode,
    target: input.packageId ? 'package' : 'top_up',
    before,
  });
  const amount = before - (coupon?.discount ?? 0);
  await refuseOtherPrice(tx, { expected: input.expectedPrice ?? before, amount, unit: 'money' });
  return {
    pay: {
      accountId: tx.viewer.id,
      amount,
      cardId: card.id,
      intent: { kind: 'top_up', tokens, bonus, packageId: input.packageId ?? null },
      discount: coupon?.discount,
      reserve: async (inside, payment) => {
        if (coupon) await reserveCoupon(inside, payment, coupon);
      },
    },
  };
}

/** The effect of a paid top-up: adds the tokens to the wallet and notifies open tabs. */
export async function topUpPaid(tx: Ctx, payment: PaymentRow, { eventId }: Success): Promise<Effect> {
  if (payment.intent.kind !== 'top_up') throw new AppError(500, 'internal', 'not a top-up');
  const { tokenRate } = await tx.settings.all();
  const { accountId, amount } = payment;
  const tokens = payment.intent.tokens + payment.intent.bonus;
  const postings = topUpPostings({ accountId, amount, tokens, tokenRate });
  const posted = await post(tx, {
    kind: 'top_up',
    subject: 'top_up',
    subjectId: payment.id,
    actorId: accountId,
    description: withCoupon(`Top-up of ${formatTokens(tokens)}`, await findUsedCode(tx, payment)),
    providerEventId: eventId,
    postings,
  });
  const balance = posted.balanceOf('wallet', accountId);
  tx.emit(rooms.account(accountId), 'balance/updated', { added: tokens, balance });
  const reply: TopUpReply = {
    _id: posted.transactionId,
    amount,
    tokens,
    balance,
    createdAt: posted.createdAt.toISOString(),
  };
  return { transactionId: posted.transactionId, reply };
}
