import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, transaction } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';
import { orders, products } from '../../db/schema/shop.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { gatherFacts, judge } from '../access/access.ts';
import { signDownload } from '../files/media-addresses.ts';
import { productItem } from './product-presenters.ts';
import { harmlessName } from '../files/recordings.ts';

type Link = ReplySource<'GET /performer-assets/products/:id/download-link'>;

const MINUTES = 5;

interface Sold {
  readonly fileId: string;
  readonly name: string;
}

/** Counts a download on the viewer's order: the file that was sold, whatever the product's file is now. */
async function fromOrder(tx: UserCtx, productId: string): Promise<Sold | null> {
  const own = and(
    eq(orders.productId, productId),
    eq(orders.buyerId, tx.viewer.id),
    ne(orders.state, 'refunded'),
    sql`${orders.fileId} IS NOT NULL`,
  );
  const [order] = await tx.db
    .select({ id: orders.id, fileId: orders.fileId, snapshot: orders.snapshot })
    .from(orders)
    .where(own)
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .for('no key update');
  if (!order?.fileId) return null;
  await tx.db
    .update(orders)
    .set({ downloads: sql`${orders.downloads} + 1` })
    .where(eq(orders.id, order.id));
  return { fileId: order.fileId, name: order.snapshot.name };
}

/**
 * For the product's creator, and for those who bought the same file with another item.
 * @throws AppError 404, 409
 */
async function fromProduct(tx: UserCtx, productId: string): Promise<Sold> {
  const [product] = await tx.db
    .select()
    .from(products)
    .where(and(eq(products.id, productId), ne(products.state, 'removed')));
  if (!product) throw notFound();
  const item = productItem(product);
  const access = judge(await gatherFacts(tx, { items: [item] }), item);
  if (!access.allowed && access.reason !== 'locked') throw notFound();
  if (!product.fileId) throw conflict('This is a physical product, so there’s nothing to download.');
  if (!access.allowed) throw conflict('Buy this product to download it.');
  return { fileId: product.fileId, name: product.name };
}

/** The original upload if it still exists, else the best rendition. */
const best = (renditions: readonly StoredRendition[]): StoredRendition | undefined =>
  renditions.find(({ name }) => name.startsWith('original.')) ??
  renditions.find(({ mime }) => !mime.startsWith('image/'));

const nameOf = (name: string, rendition: string): string => {
  const ending = rendition.split('.').at(-1) ?? 'bin';
  return harmlessName(name, ending) ?? `download.${ending}`;
};

/**
 * A short-lived URL of a purchased file, for its buyer only. It stays available after the product was
 * archived, deleted, or repriced, and after a block, but not after a refund.
 * @throws AppError 404, 409 when it wasn't bought or can't be downloaded.
 */
export async function downloadLink(ctx: UserCtx, productId: string): Promise<Link> {
  return transaction(ctx, async (tx) => {
    const sold = (await fromOrder(tx, productId)) ?? (await fromProduct(tx, productId));
    const [file] = await tx.db
      .select({ renditions: files.renditions, originalName: files.originalName })
      .from(files)
      .where(eq(files.id, sold.fileId));
    const rendition = best(file?.renditions ?? []);
    if (!rendition) throw notFound();
    return {
      ...signDownload(tx, { fileId: sold.fileId, rendition: rendition.name, minutes: MINUTES }),
      filename: file?.originalName ?? nameOf(sold.name, rendition.name),
    };
  });
}
