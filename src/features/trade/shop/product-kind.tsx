import { routes } from '#config/routes.ts';
import type { OwnProduct } from '#contract/trade/products.ts';
import { pronoun } from '#components/content/studio/removal-dialog.tsx';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { deleteProduct, updateProduct } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import { ProductState } from './product-states.tsx';

/** What is lost with products, and what becomes of their orders. */
function consequences(products: readonly OwnProduct[]): string {
  const sold = products.filter((product) => product.sold > 0);
  const downloads = sold.some(({ type }) => type === 'digital')
    ? ` Buyers can still download ${pronoun(products)}.`
    : '';
  const orders = sold.some(({ type }) => type === 'physical') ? ' Open orders aren’t affected.' : '';
  const theyAre = products.length === 1 ? 'It’s' : 'They’re';
  return `${theyAre} removed from sale and from all lists. This can’t be undone.${downloads}${orders}`;
}

/** Products in the studio. */
export const productKind: StudioKind<OwnProduct> = {
  noun: 'product',
  plural: 'products',
  itemName: ({ title }) => title,
  StateLabel: ({ item }) => <ProductState product={item} />,
  listPath: routes.creatorProducts,
  newPath: routes.newProduct,
  editPath: routes.editProduct,
  pagePath: routes.product,
  hasPage: ({ publishedAt }) => publishedAt !== null,
  useWrites: () => {
    const [update] = useWrite(updateProduct);
    const [remove] = useWrite(deleteProduct);
    return {
      update: (id, { state }) => update({ params: { id }, body: { ...(state && { state }) } }),
      remove: (id) => remove({ params: { id } }),
    };
  },
  publishing: {
    canPublish: ({ state }) => state === 'draft',
    canArchive: ({ state }) => state === 'published',
    canRestore: () => true,
    label: 'Put on sale',
    publishedText: 'On sale',
  },
  removal: { verb: 'Delete', done: 'deleted', consequences },
};
