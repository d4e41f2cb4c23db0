import { formatMoney } from '#lib/format';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';

/**
 * Nobody is charged another amount than they were shown. The answer carries what it comes to by now, cents.
 * @throws AppError 409
 */
export async function refuseOtherPrice(
  ctx: Ctx,
  { seen, amount }: { seen: number | undefined; amount: number },
): Promise<void> {
  if (seen === undefined || seen === amount) return;
  const { currency } = await ctx.settings.all();
  throw new AppError(
    409,
    'conflict',
    `This comes to ${formatMoney(amount, currency)} by now. Look at it again before you go on.`,
    { details: { amount } },
  );
}
