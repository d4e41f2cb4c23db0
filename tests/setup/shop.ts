import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import {
  addresses,
  orderEvents,
  orderFiles,
  orders,
  type PostalAddress,
  productFiles,
  productImages,
  products,
} from '#backend/db/schema/shop.ts';
import type { TestBackend } from './backend.ts';
import { postsIn } from './posts.ts';

/** With the one file that buyers download, or several. */
interface Files {
  fileId?: string;
  fileIds?: readonly string[];
}
type ProductValues = typeof products.$inferInsert & Files;
type OrderValues = typeof orders.$inferInsert & Files;
const filesOf = ({ fileId, fileIds = fileId === undefined ? [] : [fileId] }: Files): readonly string[] =>
  fileIds;

export const berlin: PostalAddress = {
  name: 'Ada Fan',
  line1: 'Torstraße 1',
  line2: '',
  city: 'Berlin',
  state: '',
  zip: '10119',
  country: 'DE',
  phone: '+4930123456',
};

/** Products, orders and addresses inserted directly into the database. */
export function shopIn(app: Pick<TestBackend, 'db' | 'ports' | 'fund'>) {
  const { db, ports } = app;
  const { makeFile } = postsIn(app);
  const moment = () => ports.clock.now();

  /** A file for sale, as an upload leaves it. */
  const makeSold = (ownerId: string, values: Parameters<typeof makeFile>[1] = {}) =>
    makeFile(ownerId, {
      type: 'product-file',
      mime: 'application/pdf',
      bytes: 2_400_000,
      width: null,
      height: null,
      placeholder: null,
      originalName: 'Twelve patterns.pdf',
      renditions: [{ name: 'original.pdf', width: 0, height: 0, mime: 'application/pdf', bytes: 2_400_000 }],
      ...values,
    });
  const makePicture = (ownerId: string) => makeFile(ownerId, { type: 'product-image' });

  /** A physical product on sale: 100 tokens, 20 for shipping, seven in stock by default. */
  async function makeProduct(
    performerId: string,
    { fileId, fileIds, ...values }: Partial<ProductValues> = {},
    imageIds: readonly string[] = [],
  ): Promise<string> {
    ports.clock.move(1_000);
    const id = ports.ids();
    const physical = values.type !== 'digital';
    await db.insert(products).values({
      id,
      performerId,
      name: 'Stoneware mug',
      type: 'physical',
      price: 100,
      stock: physical ? 7 : null,
      shippingPrice: physical ? 20 : 0,
      state: 'published',
      publishedAt: moment(),
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
    });
    const sold = filesOf({ ...(fileId && { fileId }), ...(fileIds && { fileIds }) });
    if (sold.length > 0)
      await db
        .insert(productFiles)
        .values(sold.map((each, position) => ({ productId: id, fileId: each, position })));
    if (imageIds.length > 0)
      await db
        .insert(productImages)
        .values(imageIds.map((fileId, position) => ({ productId: id, fileId, position })));
    return id;
  }
  const makeDigital = async (performerId: string, values: Partial<ProductValues> = {}): Promise<string> =>
    makeProduct(performerId, {
      name: 'Twelve patterns',
      type: 'digital',
      ...(values.fileIds ? {} : { fileId: await makeSold(performerId) }),
      ...values,
    });

  async function makeAddress(accountId: string, address: Partial<PostalAddress> = {}): Promise<string> {
    const id = ports.ids();
    await db.insert(addresses).values({
      id,
      accountId,
      address: { ...berlin, ...address },
      isDefault: false,
      createdAt: moment(),
      updatedAt: moment(),
    });
    return id;
  }

  /** An order without a payment of its own; it refers to any existing transaction. */
  async function makeOrder(
    buyerId: string,
    sellerId: string,
    { fileId, fileIds, ...values }: Partial<OrderValues> = {},
  ): Promise<string> {
    const id = ports.ids();
    const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
    await db.insert(orders).values({
      id,
      number: id.slice(-12),
      source: 'product',
      buyerId,
      sellerId,
      quantity: 1,
      subtotal: 100,
      shipping: 20,
      total: 120,
      address: berlin,
      state: 'paid',
      transactionId: payment!.id,
      snapshot: {
        name: 'Stoneware mug',
        description: '',
        type: 'physical',
        unitPrice: 100,
        imageFileId: null,
      },
      createdAt: moment(),
      updatedAt: moment(),
      ...values,
    });
    const sold = filesOf({ ...(fileId && { fileId }), ...(fileIds && { fileIds }) });
    if (sold.length > 0)
      await db
        .insert(orderFiles)
        .values(sold.map((each, position) => ({ orderId: id, fileId: each, position })));
    await db.insert(orderEvents).values({ orderId: id, by: 'buyer', event: 'paid', createdAt: moment() });
    return id;
  }

  return { makeFile, makeSold, makePicture, makeProduct, makeDigital, makeAddress, makeOrder };
}
