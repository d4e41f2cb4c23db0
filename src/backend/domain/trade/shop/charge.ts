import type { Tokens } from '#lib/units.ts';
import { eq, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { PostalAddress } from '#contract/people/addresses.ts';
import type { ProductPurchase } from '#contract/trade/products.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { formatNumber } from '#lib/format.ts';
import { orderTotal } from '#lib/order-total.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { productImages, products } from '../../../db/schema/shop.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { addressGiven, checkCountry, checkShipsTo } from './addresses.ts';
import { spend } from '../../money/wallet/spend.ts';
import { savePurchase, requirePrice } from '../../money/wallet/unlock.ts';
import { once } from '../../../kernel/idempotency.ts';
import { createOrder } from './order-creating.ts';
import { refuseOtherPrice } from '../../../kernel/expected-price.ts';
import { loadFileIds } from './product-files.ts';
import { productItem } from './product-presenters.ts';

type Bought = ReplySource<'POST /wallet/charges/product/:id'>;
type Wanted = ProductPurchase & { readonly productId: string };

/**
 * Locks the product, so that buyers of the last unit take turns and the price can't change until this one has
 * paid.
 * @throws AppError 404
 */
async function lockProduct(tx: UserCtx, id: string) {
  const [row] = await tx.db
    .select({ product: products, creator: accounts.name })
    .from(products)
    .innerJoin(accounts, eq(accounts.id, products.performerId))
    .where(eq(products.id, id))
    .for('update', { of: products });
  if (!row) throw notFound();
  return { ...row, product: { ...row.product, fileIds: await loadFileIds(tx, id) } };
}
type Locked = Awaited<ReturnType<typeof lockProduct>>;

/**
 * The delivery address; null for a digital product.
 * @throws AppError 422
 */
async function destination(tx: UserCtx, { product }: Locked, wanted: Wanted): Promise<PostalAddress | null> {
  const field = wanted.addressId === undefined ? 'address' : 'addressId';
  const address = await addressGiven(tx, wanted);
  if (product.type === 'digital') {
    if (address) throw invalid(field, 'Digital products aren’t shipped.');
    if (wanted.quantity > 1) throw invalid('quantity', 'You can buy a digital product only once.');
    return null;
  }
  if (!address) throw invalid('addressId', 'Add a delivery address.');
  checkShipsTo(product.shippingCountries, address, wanted.address ? 'address.country' : 'addressId');
  return address;
}

async function takeFromStock(tx: UserCtx, { product }: Locked, quantity: number): Promise<void> {
  if (product.stock === 0) throw conflict('This product is sold out.');
  if (product.stock !== null && product.stock < quantity)
    throw conflict(`Only ${formatNumber(product.stock)} left. Reduce the quantity.`);
  await tx.db
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}`, sold: sql`${products.sold} + ${quantity}` })
    .where(eq(products.id, product.id));
}

async function firstImage(tx: UserCtx, productId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: productImages.fileId })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(productImages.position)
    .limit(1);
  return row?.id ?? null;
}

const takeSnapshot = async (tx: UserCtx, { product }: Locked, unitPrice: Tokens) => ({
  name: product.name,
  description: product.description,
  type: product.type,
  unitPrice,
  imageFileId: await firstImage(tx, product.id),
  processingDays: product.processingDays,
});

/** The description in the buyer's history and the creator's earnings. */
const describe = ({ product, creator }: Locked, quantity: number): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${product.name} by ${creator}`;

async function buy(tx: UserCtx, wanted: Wanted): Promise<Bought> {
  const locked = await lockProduct(tx, wanted.productId);
  const { product } = locked;
  const item = productItem(product);
  const unitPrice = requirePrice(decideAccess(await loadAccessFacts(tx, { items: [item] }), item), 'product');
  const address = await destination(tx, locked, wanted);
  const { subtotal, shipping, total } = orderTotal({
    unitPrice,
    quantity: wanted.quantity,
    shippingPrice: product.shippingPrice,
  });
  await refuseOtherPrice(tx, { expected: wanted.expectedPrice, amount: total, unit: 'token' });
  await takeFromStock(tx, locked, wanted.quantity);
  const { posted, reply } = await spend(tx, {
    kind: 'product',
    itemId: product.id,
    performerId: product.performerId,
    tokens: total,
    description: describe(locked, wanted.quantity),
    did: null,
    href: null,
  });
  const order = await createOrder(tx, {
    source: 'product',
    productId: product.id,
    buyerId: tx.viewer.id,
    sellerId: product.performerId,
    snapshot: await takeSnapshot(tx, locked, unitPrice),
    fileIds: product.fileIds,
    quantity: wanted.quantity,
    subtotal,
    shipping,
    address,
    transactionId: posted.transactionId,
  });
  if (product.type === 'digital') {
    await savePurchase(tx, {
      kind: 'product',
      sellable: { item, title: product.name, description: '', href: routes.product(product.id) },
      price: total,
      transactionId: posted.transactionId,
      createdAt: posted.createdAt,
    });
    tx.emit(rooms.account(tx.viewer.id), 'access/changed', { performerId: product.performerId });
  }
  return { ...reply, order };
}

/** Buys a product with one charge and one order, once per `Idempotency-Key`. */
export async function buyProduct(ctx: UserCtx, wanted: Wanted): Promise<Bought> {
  await checkCountry(wanted.address?.country, 'address.country');
  return once(ctx, { route: 'POST /wallet/charges/product/:id', input: wanted }, (tx) => buy(tx, wanted));
}
