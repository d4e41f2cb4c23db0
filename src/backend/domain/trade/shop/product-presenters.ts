import { type SQL, sql } from 'drizzle-orm';
import type { Product } from '#contract/trade/products.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { products } from '../../../db/schema/shop.ts';
import { type Facts, type Item, loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { fileJson } from '../../content/posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { type OwnReactions, reactionsOf } from '../../content/community/reactions.ts';
import { presentItem } from '../../content/media-items/item-view.ts';

const productFields = {
  id: products.id,
  performerId: products.performerId,
  name: products.name,
  description: products.description,
  type: products.type,
  price: products.price,
  stock: products.stock,
  fileIds: sql<
    string[]
  >`ARRAY(SELECT pf.file_id FROM product_files pf WHERE pf.product_id = ${products.id} ORDER BY pf.position)`,
  processingDays: products.processingDays,
  shippingPrice: products.shippingPrice,
  shippingCountries: products.shippingCountries,
  commentsEnabled: products.commentsEnabled,
  sold: products.sold,
  likes: products.likes,
  comments: products.comments,
  bookmarks: products.bookmarks,
  state: products.state,
  publishedAt: products.publishedAt,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
};
export type ProductRow = Pick<
  typeof products.$inferSelect,
  Exclude<keyof typeof productFields, 'fileIds'>
> & { readonly fileIds: readonly string[] };

/** Everything a product's view needs. Select from `products` joined with `accounts` and `performers`. */
export const productColumns = {
  product: productFields,
  card: cardColumns,
  images: sql<
    FileFacts[] | null
  >`(SELECT json_agg(${fileJson} ORDER BY pi.position) FROM product_images pi JOIN files fi ON fi.id = pi.file_id WHERE pi.product_id = ${products.id})`,
  files: sql<
    FileFacts[] | null
  >`(SELECT json_agg(${fileJson} ORDER BY pf.position) FROM product_files pf JOIN files fi ON fi.id = pf.file_id WHERE pf.product_id = ${products.id})`,
};
export interface ProductParts {
  readonly product: ProductRow;
  readonly card: CardRow;
  readonly images: FileFacts[] | null;
  readonly files: FileFacts[] | null;
}

/**
 * A product as an access rule item. Buying a digital product gives access to its files; a physical one can be
 * bought repeatedly and gives access to nothing.
 */
export const productItem = (
  product: Pick<ProductRow, 'id' | 'performerId' | 'price' | 'fileIds' | 'state'>,
): Item => ({
  kind: 'product',
  id: product.id,
  ownerId: product.performerId,
  audience: 'public',
  price: product.price,
  includedInSubscription: false,
  isPublished: product.state === 'published',
  fileIds: product.fileIds,
});

function productView(
  ctx: Ctx,
  { product, card, images, files }: ProductParts,
  { facts, own }: { facts: Facts; own: OwnReactions },
): Product {
  const access = decideAccess(facts, productItem(product));
  return {
    ...presentItem(product),
    performer: toPerformerCard(ctx, card),
    title: product.name,
    description: product.description,
    type: product.type,
    price: product.price,
    stock: product.stock,
    // Anyone who can see the product can see its pictures.
    images: (images ?? []).map((image) => fileView(ctx, image, { readable: true })),
    files: (files ?? []).map(({ mime, bytes }) => ({ mime, bytes })),
    processingDays: product.processingDays,
    shippingPrice: product.shippingPrice,
    shippingCountries: product.shippingCountries,
    commentsEnabled: product.commentsEnabled,
    ...own,
    access,
    state: product.state,
  };
}

/**
 * Products as the viewer may see them, in the given order. Hidden ones are included; filter with
 * `isShown`.
 */
export async function presentProducts(ctx: Ctx, rows: readonly ProductParts[]): Promise<Product[]> {
  if (rows.length === 0) return [];
  const [facts, own] = await Promise.all([
    loadAccessFacts(ctx, { items: rows.map(({ product }) => productItem(product)) }),
    reactionsOf(
      ctx,
      'product',
      rows.map(({ product }) => product.id),
    ),
  ]);
  return rows.map((row) => productView(ctx, row, { facts, own: own(row.product.id) }));
}

/** Sort order by publication or creation time. */
export const newestFirst = (by: SQL): SQL[] => [sql`${by} DESC`, sql`${products.id} DESC`];
