import { and, asc, eq, sql } from 'drizzle-orm';
import type { Order, OrderEventName, OrderProblem, OrderRow as OrderView } from '#contract/trade/orders.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { auctions } from '../../../db/schema/auctions.ts';
import { orderEvents, orderFiles, orders, products } from '../../../db/schema/shop.ts';
import { notFound } from '../../../kernel/errors.ts';
import { refundableTokens } from '../../base/ledger/refundable-query.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { fileById } from '../../content/posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { problemPhotos } from './problem-photos.ts';
import { listActions } from './order-problems.ts';
import { type OrderRow, takesAddress } from './order-state-machine.ts';

/** An order with the product's image at the time of purchase. */
export const orderColumns = {
  order: orders,
  cover: fileById(sql`(${orders.snapshot}->>'imageFileId')::uuid`),
};
export interface OrderParts {
  readonly order: OrderRow;
  readonly cover: FileFacts | null;
}

export const viewerRole = (ctx: UserCtx, { buyerId }: OrderRow): 'buyer' | 'seller' =>
  buyerId === ctx.viewer.id ? 'buyer' : 'seller';

/** The problem that was reported with an order; null if none was. */
export const toProblem = ({
  problem,
  problemState,
  problemOutcome,
  problemSince,
}: OrderRow): OrderProblem | null =>
  problem && problemState && problemSince
    ? { reason: problem, state: problemState, outcome: problemOutcome, since: problemSince.toISOString() }
    : null;

/** Orders as the viewer sees them, in the given order. Both names stay visible, even after a block. */
export async function presentOrders(ctx: UserCtx, rows: readonly OrderParts[]): Promise<OrderView[]> {
  const cards = await performerCards(
    ctx,
    rows.flatMap(({ order }) => [order.buyerId, order.sellerId]),
  );
  return rows.flatMap(({ order, cover }) => {
    const [buyer, performer] = [cards.get(order.buyerId), cards.get(order.sellerId)];
    if (!buyer || !performer) return [];
    return [
      {
        _id: order.id,
        number: order.number,
        source: order.source,
        productId: order.productId,
        auctionId: order.auctionId,
        buyer,
        performer,
        title: order.snapshot.name,
        type: order.snapshot.type,
        cover: cover && fileView(ctx, cover, { readable: true, by: 'purchased' }),
        quantity: order.quantity,
        total: order.total,
        state: order.state,
        deadline:
          order.deadlineAt && order.deadlineEffect
            ? { at: order.deadlineAt.toISOString(), effect: order.deadlineEffect }
            : null,
        actions: listActions(order, viewerRole(ctx, order)),
        problem: toProblem(order),
        createdAt: order.createdAt.toISOString(),
        updatedAt: order.updatedAt.toISOString(),
      },
    ];
  });
}

export async function loadTimeline(ctx: Ctx, id: string): Promise<Order['timeline']> {
  const rows = await ctx.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.seq));
  return rows.map((row) => ({
    event: row.event as OrderEventName,
    by: row.by,
    note: row.note,
    tokens: row.tokens,
    at: row.createdAt.toISOString(),
  }));
}

/** Whether the buyer can download the files; not after a refund. */
const isDownloadable = ({ snapshot, state }: OrderRow, files: number): boolean =>
  snapshot.type === 'digital' && files > 0 && state !== 'refunded';

/** The countries the item currently ships to; empty means everywhere. */
export async function loadShippingCountries(
  ctx: UserCtx,
  { productId, auctionId }: OrderRow,
): Promise<string[]> {
  const found: { countries: string[] }[] = [];
  if (productId)
    found.push(
      ...(await ctx.db
        .select({ countries: products.shippingCountries })
        .from(products)
        .where(eq(products.id, productId))),
    );
  if (auctionId)
    found.push(
      ...(await ctx.db
        .select({ countries: auctions.shippingCountries })
        .from(auctions)
        .where(eq(auctions.id, auctionId))),
    );
  return found[0]?.countries ?? [];
}

/**
 * One order, for its buyer or seller.
 * @throws AppError 404 for anyone else.
 */
export async function getOrder(ctx: UserCtx, id: string): Promise<Order> {
  const mine = sql`(${orders.buyerId} = ${ctx.viewer.id} OR ${orders.sellerId} = ${ctx.viewer.id})`;
  const rows = await ctx.db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), mine));
  const [[view], timeline, photos, files] = await Promise.all([
    presentOrders(ctx, rows),
    loadTimeline(ctx, id),
    problemPhotos(ctx, id),
    ctx.db.$count(orderFiles, eq(orderFiles.orderId, id)),
  ]);
  const order = rows[0]?.order;
  if (!view || !order) throw notFound();
  const role = viewerRole(ctx, order);
  const shippingCountries = await loadShippingCountries(ctx, order);
  return {
    ...view,
    role,
    description: order.snapshot.description,
    unitPrice: order.snapshot.unitPrice,
    subtotal: order.subtotal,
    shipping: order.shipping,
    refundable: await refundableTokens(ctx.db, order.transactionId),
    address: order.address,
    shippingCountries,
    canChangeAddress: role === 'buyer' && takesAddress(order),
    carrier: order.carrier,
    tracking: order.tracking,
    downloads: order.downloads,
    canDownload: role === 'buyer' && isDownloadable(order, files),
    photos: photos.map((photo) =>
      fileView(ctx, photo, { readable: true, ...(role === 'seller' && { as: 'order' }) }),
    ),
    timeline,
  };
}
