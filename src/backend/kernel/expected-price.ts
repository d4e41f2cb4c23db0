import { formatMoney, formatTokens } from '#lib/format.ts';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';

interface Comparison {
  /** What the buyer was shown, in cents or tokens. */
  readonly expected: number;
  /** The current price, in the same unit. */
  readonly amount: number;
  readonly unit: 'money' | 'token';
  /** Builds a message more specific than "The price has changed". */
  readonly say?: (price: string) => string;
}

/**
 * The error for a charge whose price differs from the one shown. It carries the current amount, so that a
 * client can show it and ask again.
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
 * Refuses to charge any amount other than the one shown, even a smaller one.
 * @throws AppError 409 `price_changed` with `amount`.
 */
export async function refuseOtherPrice(ctx: Ctx, comparison: Comparison): Promise<void> {
  if (comparison.expected !== comparison.amount) throw await priceChanged(ctx, comparison);
}
