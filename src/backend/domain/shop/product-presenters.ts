import { type SQL, sql } from 'drizzle-orm';
import type { Product } from '#contract/products.ts';
import type { Ctx } from '../../kernel/context.ts';
import { products } from '../../db/schema/shop.ts';
import { type Facts, type Item, gatherFacts, judge } from '../access/access.ts';
import { type CardRow, cardColumns, cardOf } from '../accounts/profile-cards.ts';
import { fileById, fileJson } from '../posts/presenters.ts';
import { type FileFacts, fileView } from '../files/presenters.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';

const productFields = {
  id: products.id,
  performerId: products.performerId,
  name: products.name,
  description: products.description,
  type: products.type,
  price: products.price,
  stock: products.stock,
  fileId: products.fileId,
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
export type ProductRow = Pick<typeof products.$inferSelect, keyof typeof productFields>;

/**
 * Everything a view of a product is made of. Select it from `products` joined with `accounts` and
 * `performers`.
 */
export const productColumns = {
  product: productFields,
  card: cardColumns,
  images: sql<
    FileFacts[] | null
  >`(SELECT json_agg(${fileJson} ORDER BY pi.position) FROM product_images pi JOIN files fi ON fi.id = pi.file_id WHERE pi.product_id = ${products.id})`,
  file: fileById(products.fileId),
};
export interface ProductParts {
  readonly product: ProductRow;
  readonly card: CardRow;
  readonly images: FileFacts[] | null;
  readonly file: FileFacts | null;
}

/**
 * Whoever buys a digital product may read its file; what is physical is sold as often as there are any, and
 * opens nothing.
 */
export const productItem = (
  product: Pick<ProductRow, 'id' | 'performerId' | 'price' | 'fileId' | 'state'>,
): Item => ({
  kind: 'product',
  id: product.id,
  ownerId: product.performerId,
  audience: 'public',
  price: product.price,
  includedInSubscription: false,
  isPublished: product.state === 'published',
  fileIds: product.fileId ? [product.fileId] : [],
});

function productView(
  ctx: Ctx,
  { product, card, images, file }: ProductParts,
  { facts, own }: { facts: Facts; own: OwnReactions },
): Product {
  const access = judge(facts, productItem(product));
  return {
    _id: product.id,
    performer: cardOf(ctx, card),
    name: product.name,
    description: product.description,
    type: product.type,
    price: product.price,
    stock: product.stock,
    // The shop window: whoever may see the product sees its pictures.
    images: (images ?? []).map((image) => fileView(ctx, image, { readable: true })),
    file: file && { mime: file.mime, bytes: file.bytes },
    processingDays: product.processingDays,
    shippingPrice: product.shippingPrice,
    shippingCountries: product.shippingCountries,
    commentsEnabled: product.commentsEnabled,
    counts: { likes: product.likes, comments: product.comments, bookmarks: product.bookmarks },
    ...own,
    access,
    state: product.state,
    publishedAt: product.publishedAt?.toISOString() ?? null,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}

/** Products as the viewer may see them, in the order given. Leaves out none; ask `isProductShown`. */
export async function presentProducts(ctx: Ctx, rows: readonly ProductParts[]): Promise<Product[]> {
  if (rows.length === 0) return [];
  const [facts, own] = await Promise.all([
    gatherFacts(ctx, { items: rows.map(({ product }) => productItem(product)) }),
    reactionsOf(
      ctx,
      'product',
      rows.map(({ product }) => product.id),
    ),
  ]);
  return rows.map((row) => productView(ctx, row, { facts, own: own(row.product.id) }));
}

/**
 * One that is for sale is shown; blocked, closed to the country or not published it doesn't exist for the
 * viewer.
 */
export const isProductShown = ({ access }: Product): boolean => access.allowed || access.reason === 'locked';

/** A page of products, by when they were put on sale or made. */
export const newestFirst = (by: SQL): SQL[] => [sql`${by} DESC`, sql`${products.id} DESC`];
