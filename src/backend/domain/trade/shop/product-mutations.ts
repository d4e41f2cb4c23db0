import { and, eq, ne, sql } from 'drizzle-orm';
import { refuseStale } from '../../../kernel/versions.ts';
import type { ProductCreate, ProductUpdate } from '#contract/trade/products.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { orders, productImages, products } from '../../../db/schema/shop.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { refuseTakenDown } from '../../base/access/taken-down.ts';
import { checkCountries } from './addresses.ts';
import { claimFiles, dropFiles } from '../../base/files/claims.ts';
import { changeFiles, loadFileIds, setFiles } from './product-files.ts';
import { forgetObject } from '../../content/media-items/objects.ts';
import { productStates } from './product-states.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { loadFilesState } from '../../content/media-items/publishing.ts';

type Row = typeof products.$inferSelect;

type Content = Pick<
  Row,
  'type' | 'stock' | 'shippingPrice' | 'shippingCountries' | 'processingDays' | 'state'
> & { readonly fileIds: readonly string[] };

/**
 * Checks for fields that can't be combined.
 * @throws AppError 422
 */
function checkContent(product: Content): void {
  if (product.type === 'physical') {
    if (product.fileIds.length > 0)
      throw invalid('fileIds', 'A physical product can’t have files. To sell a download, make it digital.');
    if (product.stock === null) throw invalid('stock', 'Enter how many you have.');
    return;
  }
  if (product.shippingPrice > 0)
    throw invalid('shippingPrice', 'Digital products aren’t shipped, so they have no shipping price.');
  if (product.shippingCountries.length > 0)
    throw invalid(
      'shippingCountries',
      'Digital products aren’t shipped, so they have no shipping countries.',
    );
  if (product.state === 'published' && product.fileIds.length === 0)
    throw invalid('fileIds', 'Add the files that buyers download.');
}

/**
 * Checks that the files belong to the viewer. Call it before taking other locks, because processing a file
 * locks the file first, then what uses it.
 * @throws AppError 422
 */
async function claim(
  tx: UserCtx,
  { fileIds, imageIds }: Partial<Record<'fileIds' | 'imageIds', readonly string[] | undefined>>,
): Promise<void> {
  const sold = await claimFiles(tx, fileIds ?? [], {
    field: 'fileIds',
    kinds: ['image', 'video', 'audio', 'document'],
    word: 'File',
  });
  // Files uploaded for other purposes were reduced in quality; only this type is kept unchanged.
  if (sold.some(({ type }) => type !== 'product-file'))
    throw invalid('fileIds', 'A file isn’t among your uploads. Upload it again.');
  const rows = await claimFiles(tx, imageIds ?? [], { field: 'imageIds', kinds: ['image'], word: 'Picture' });
  if (rows.some(({ state }) => state !== 'ready'))
    throw invalid('imageIds', 'A picture is still being processed. Wait a moment and try again.');
}

/**
 * A draft may have files that aren't ready, but a product for sale must be downloadable.
 * @throws AppError 422
 */
async function refuseUnready(tx: UserCtx, fileIds: readonly string[]): Promise<void> {
  const { failed, waiting } = await loadFilesState(tx, fileIds);
  if (failed !== null) throw invalid('fileIds', 'A file couldn’t be processed. Upload it again.');
  if (waiting)
    throw invalid('fileIds', 'A file is still being processed. Save a draft and publish it when it’s ready.');
}

async function setImages(tx: UserCtx, productId: string, imageIds: readonly string[]): Promise<void> {
  await tx.db.delete(productImages).where(eq(productImages.productId, productId));
  if (imageIds.length > 0)
    await tx.db
      .insert(productImages)
      .values(imageIds.map((fileId, position) => ({ productId, fileId, position })));
}

/** Drops pictures of a product, except those shown in orders. */
async function dropPictures(tx: UserCtx, productId: string, fileIds: readonly string[]): Promise<void> {
  const orderedImages = await tx.db
    .select({ id: sql<string | null>`${orders.snapshot} ->> 'imageFileId'` })
    .from(orders)
    .where(eq(orders.productId, productId));
  const ordered = new Set(orderedImages.map(({ id }) => id));
  await dropFiles(
    tx,
    fileIds.filter((id) => !ordered.has(id)),
  );
}

/**
 * Creates a product and returns its id.
 * @throws AppError 403 before the profile is approved (except for a draft), 422 when it can't be sold.
 */
export async function createProduct(
  ctx: UserCtx,
  { imageIds, fileIds, title, ...product }: ProductCreate,
): Promise<string> {
  await checkCountries(product.shippingCountries, 'shippingCountries');
  return transaction(ctx, async (tx) => {
    const isOnSale = product.state === 'published';
    checkContent({ ...product, fileIds });
    await claim(tx, { fileIds, imageIds });
    const creator = await lockCreator(tx, tx.viewer.id);
    if (isOnSale) {
      refuseUnapproved(creator);
      await refuseUnready(tx, fileIds);
    }
    const [id, time] = [tx.ports.ids(), now(tx)];
    const [row] = await tx.db
      .insert(products)
      .values({
        ...product,
        id,
        name: title,
        performerId: tx.viewer.id,
        state: 'draft',
        createdAt: time,
        updatedAt: time,
      })
      .returning();
    await setImages(tx, id, imageIds);
    await setFiles(tx, id, fileIds);
    if (row && isOnSale) await productStates.setState(tx, row, 'published');
    return id;
  });
}

/**
 * Locks the viewer's own product until the end of the transaction, so that nobody buys it in the meantime.
 * @throws AppError 404, also for a removed one.
 */
async function lockOwn(tx: UserCtx, id: string): Promise<Row> {
  const [row] = await tx.db
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.performerId, tx.viewer.id), ne(products.state, 'removed')))
    .for('update');
  if (!row) throw notFound();
  return row;
}

async function loadImageIds(tx: UserCtx, id: string): Promise<string[]> {
  return (
    await tx.db
      .select({ id: productImages.fileId })
      .from(productImages)
      .where(eq(productImages.productId, id))
  ).map((row) => row.id);
}

async function changeImages(tx: UserCtx, id: string, wanted: readonly string[]): Promise<void> {
  const present = await loadImageIds(tx, id);
  await setImages(tx, id, wanted);
  await dropPictures(
    tx,
    id,
    present.filter((fileId) => !wanted.includes(fileId)),
  );
}

/**
 * The stock can only be set by someone who knows the current value; otherwise a concurrent sale would be
 * overwritten.
 * @throws AppError 409
 */
function refuseMiscounted(
  { stock }: Row,
  { stock: wanted, stockSeen }: Pick<ProductUpdate, 'stock' | 'stockSeen'>,
): void {
  if (wanted === undefined || stockSeen === undefined || stockSeen === stock) return;
  throw new AppError(
    409,
    'conflict',
    `The stock has changed. There are ${stock ?? 'any number'} now. Check your stock and save again.`,
    { details: { stock } },
  );
}

/**
 * Updates, publishes, or archives the viewer's own product. Buyers of a digital one keep the files that were
 * sold.
 * @throws AppError 404, 403 before the profile is approved, 409 when the stock has changed, 422.
 */
export async function updateProduct(
  ctx: UserCtx,
  id: string,
  { imageIds, fileIds, stockSeen, title, state, ...change }: ProductUpdate,
): Promise<void> {
  await checkCountries(change.shippingCountries ?? [], 'shippingCountries');
  await transaction(ctx, async (tx) => {
    await claim(tx, { fileIds, imageIds });
    const creator = await lockCreator(tx, tx.viewer.id);
    const before = await lockOwn(tx, id);
    refuseStale(tx, before);
    refuseMiscounted(before, { stock: change.stock, stockSeen });
    const wanted = {
      ...before,
      ...change,
      state: state ?? before.state,
      fileIds: fileIds ?? (await loadFileIds(tx, id)),
    };
    const [wasOnSale, isOnSale] = [before.state === 'published', wanted.state === 'published'];
    checkContent(wanted);
    if (isOnSale && !wasOnSale) {
      refuseUnapproved(creator);
      await refuseTakenDown(tx, { kind: 'product', ids: [id] });
    }
    if (isOnSale) await refuseUnready(tx, wanted.fileIds);
    if (fileIds) await changeFiles(tx, id, fileIds);
    if (imageIds) await changeImages(tx, id, imageIds);
    await tx.db
      .update(products)
      .set({ ...change, ...(title !== undefined && { name: title }), updatedAt: now(tx) })
      .where(eq(products.id, id));
    if (wanted.state !== before.state) await productStates.setState(tx, before, wanted.state);
  });
}

/**
 * Deletes the viewer's own product with its files. One that was ordered is kept for its orders only and
 * disappears from every list.
 */
export function deleteProduct(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const product = await lockOwn(tx, id);
    const [ordered] = await tx.db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.productId, id))
      .limit(1);
    if (ordered) return productStates.setState(tx, product, 'removed');
    if (product.state === 'published') await productStates.setState(tx, product, 'archived');
    const fileIds = [...(await loadImageIds(tx, id)), ...(await loadFileIds(tx, id))];
    await setImages(tx, id, []);
    await setFiles(tx, id, []);
    await forgetObject(tx, 'product', { id, ownerId: tx.viewer.id });
    await tx.db.delete(products).where(eq(products.id, id));
    await dropFiles(tx, fileIds);
  });
}
