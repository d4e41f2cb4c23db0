import type { Tokens } from '#lib/units.ts';
import { invalid } from '../../../kernel/errors.ts';

interface Sale {
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
}

/**
 * A media item's price, and whether subscribers get it without paying. Properties not given stay as before;
 * an item without a price can't be included.
 * @throws AppError 422 when that is requested anyway.
 */
export function saleOf(
  said: { readonly [Key in keyof Sale]?: Sale[Key] | undefined },
  before: Sale = { price: 0, includedInSubscription: false },
): Sale {
  const price = said.price ?? before.price;
  if (said.includedInSubscription && price === 0)
    throw invalid(
      'includedInSubscription',
      'Set a price first. Without one, everyone in the audience can already see it.',
    );
  return {
    price,
    includedInSubscription: price > 0 && (said.includedInSubscription ?? before.includedInSubscription),
  };
}
