import { products } from '../../../db/schema/shop.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { itemStates } from '../../content/media-items/item-states.ts';

/** What a product's state changes besides. The orders of one that is taken down go on. */
export const productStates = itemStates<typeof products.$inferSelect>({
  table: products,
  count: (tx, { performerId }, by) => addToCreatorCounts(tx, performerId, { products: by }),
});
