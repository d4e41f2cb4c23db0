import { type SQL, and, desc, eq, exists, ne, sql } from 'drizzle-orm';
import type { Downloads } from '#contract/trade/products.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { orderFiles, orders, productFiles, products } from '../../../db/schema/shop.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, decideAccess, isShown } from '../../base/access/access.ts';
import { objectKey, signDownload } from '../../base/files/media-addresses.ts';
import { harmlessName } from '../../base/files/recordings.ts';
import { loadFileIds } from './product-files.ts';
import { productItem } from './product-presenters.ts';

type Link = ReplySource<'GET /performer-assets/products/:id/download-link'>;

const MINUTES = 5;

/** What the viewer may download of a product. */
export interface Sold {
  /** Null for the product's creator, and for those who bought the same files with another item. */
  readonly orderId: string | null;
  readonly name: string;
  readonly files: readonly SoldFile[];
}
export interface SoldFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly rendition: string;
  readonly key: string;
  readonly createdAt: Date;
  /** CRC-32, where it is known. */
  readonly checksum: number | null;
}

/** The original upload if it still exists, else the best rendition. */
const best = (renditions: readonly StoredRendition[]): StoredRendition | undefined =>
  renditions.find(({ name }) => name.startsWith('original.')) ??
  renditions.find(({ mime }) => !mime.startsWith('image/'));

const downloadName = (name: string, rendition: string): string => {
  const ending = rendition.split('.').at(-1) ?? 'bin';
  return harmlessName(name, ending) ?? `download.${ending}`;
};

const fileColumns = {
  id: files.id,
  originalName: files.originalName,
  renditions: files.renditions,
  createdAt: files.createdAt,
  checksum: files.checksum,
};
type FileRow = Pick<typeof files.$inferSelect, keyof typeof fileColumns>;

const asSold = (rows: readonly FileRow[], name: string): SoldFile[] =>
  rows.flatMap(({ id, originalName, renditions, createdAt, checksum }) => {
    const rendition = best(renditions);
    if (!rendition) return [];
    const { mime, bytes } = rendition;
    return [
      {
        id,
        name: originalName ?? downloadName(name, rendition.name),
        mime,
        bytes,
        rendition: rendition.name,
        key: objectKey(id, rendition.name),
        createdAt,
        checksum,
      },
    ];
  });

const isOwnOrder = (ctx: UserCtx, productId: string, state: SQL): SQL | undefined =>
  and(eq(orders.productId, productId), eq(orders.buyerId, ctx.viewer.id), state);

/** The files that were sold, whatever the product's files are now. */
async function fromOrder(ctx: UserCtx, productId: string): Promise<Sold | null> {
  const withFiles = exists(
    ctx.db
      .select({ one: sql`1` })
      .from(orderFiles)
      .where(eq(orderFiles.orderId, orders.id)),
  );
  const [order] = await ctx.db
    .select({ id: orders.id, snapshot: orders.snapshot })
    .from(orders)
    .where(and(isOwnOrder(ctx, productId, ne(orders.state, 'refunded')), withFiles))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!order) return null;
  const rows = await ctx.db
    .select(fileColumns)
    .from(orderFiles)
    .innerJoin(files, eq(files.id, orderFiles.fileId))
    .where(eq(orderFiles.orderId, order.id))
    .orderBy(orderFiles.position);
  const { name } = order.snapshot;
  return { orderId: order.id, name, files: asSold(rows, name) };
}

/**
 * For the product's creator, and for those who bought the same files with another item.
 * @throws AppError 404, 409
 */
async function fromProduct(ctx: UserCtx, productId: string): Promise<Sold> {
  const [row] = await ctx.db
    .select()
    .from(products)
    .where(and(eq(products.id, productId), ne(products.state, 'removed')));
  if (!row) throw notFound();
  const item = productItem({ ...row, fileIds: await loadFileIds(ctx, productId) });
  const access = decideAccess(await loadAccessFacts(ctx, { items: [item] }), item);
  if (!isShown({ access })) throw notFound();
  if (item.fileIds.length === 0)
    throw conflict('This is a physical product, so there’s nothing to download.');
  if (!access.allowed) throw conflict('Buy this product to download it.');
  const rows = await ctx.db
    .select(fileColumns)
    .from(productFiles)
    .innerJoin(files, eq(files.id, productFiles.fileId))
    .where(eq(productFiles.productId, productId))
    .orderBy(productFiles.position);
  return { orderId: null, name: row.name, files: asSold(rows, row.name) };
}

export const refundedSale = () =>
  conflict('This purchase was refunded, so its files can’t be downloaded anymore.');

/**
 * What the viewer may download of a product. It stays available after the product was archived, deleted, or
 * repriced, and after a block, but not after a refund.
 * @throws AppError 404, 409 when it wasn't bought, was refunded, or can't be downloaded.
 */
export async function soldTo(ctx: UserCtx, productId: string): Promise<Sold> {
  const ordered = await fromOrder(ctx, productId);
  if (ordered) return ordered;
  const refunded = await ctx.db.$count(orders, isOwnOrder(ctx, productId, eq(orders.state, 'refunded')));
  return fromProduct(ctx, productId).catch((error: unknown) => {
    throw refunded > 0 ? refundedSale() : error;
  });
}

/** Counts a download on the order, where there is one. */
export async function countDownload(tx: UserCtx, { orderId }: Sold): Promise<void> {
  if (orderId !== null)
    await tx.db
      .update(orders)
      .set({ downloads: sql`${orders.downloads} + 1` })
      .where(eq(orders.id, orderId));
}

/** @throws AppError 404, 409 as `soldTo` */
export async function listDownloads(ctx: UserCtx, productId: string): Promise<Downloads> {
  const sold = await soldTo(ctx, productId);
  return { files: sold.files.map(({ id, name, mime, bytes }) => ({ _id: id, name, mime, bytes })) };
}

/**
 * A short-lived URL of one purchased file, the first one unless it is named, for its buyer only.
 * @throws AppError 404, 409 as `soldTo`
 */
export async function downloadLink(
  ctx: UserCtx,
  { productId, fileId }: { readonly productId: string; readonly fileId: string | undefined },
): Promise<Link> {
  return transaction(ctx, async (tx) => {
    const sold = await soldTo(tx, productId);
    const file = fileId === undefined ? sold.files[0] : sold.files.find(({ id }) => id === fileId);
    if (!file) throw notFound();
    await countDownload(tx, sold);
    return {
      ...signDownload(tx, { fileId: file.id, rendition: file.rendition, minutes: MINUTES }),
      filename: file.name,
    };
  });
}
