import { formatMoney, formatTokens } from '#lib/format.ts';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';

interface Comparison {
  /** What the payer was shown: cents or tokens. */
  readonly expected: number;
  /** What it comes to now, in the same unit. */
  readonly amount: number;
  readonly unit: 'money' | 'token';
  /** The sentence around the price of now, where more is known than that it changed. */
  readonly say?: (price: string) => string;
}

/**
 * The refusal of a charge at another price than the one that was shown. It carries the price of now, so that
 * a client can show it and ask again.
 */
export async function priceChanged(
  ctx: Ctx,
  { amount, unit, say = (price) => `The price has changed to ${price}.` }: Omit<Comparison, 'expected'>,
): Promise<AppError> {
  const price =
    unit === 'token' ? formatTokens(amount) : formatMoney(amount, (await ctx.settings.all()).currency);
  return new AppError(409, 'price_changed', say(price), { details: { amount } });
}

/**
 * Nobody is charged another amount than they were shown, a smaller one included.
 * @throws AppError 409 `price_changed` with `amount`.
 */
export async function refuseOtherPrice(ctx: Ctx, comparison: Comparison): Promise<void> {
  if (comparison.expected !== comparison.amount) throw await priceChanged(ctx, comparison);
}
