import type { Tokens } from '#lib/units.ts';
import { invalid } from '../../kernel/errors.ts';

interface Sale {
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
}

/**
 * The price of a media item, and whether subscribers see it without paying: as it was, but for what is said
 * now. Where it has no price there is nothing to be included in.
 * @throws AppError 422 where that is asked for all the same.
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
