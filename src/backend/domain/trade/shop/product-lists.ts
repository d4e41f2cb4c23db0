import { type SQL, and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { OwnProduct, Product } from '#contract/trade/products.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { products } from '../../../db/schema/shop.ts';
import { notFound } from '../../../kernel/errors.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { fileView } from '../../base/files/presenters.ts';
import { recentViewsOf } from '../../content/media-items/recent-views.ts';
import { earnedByItem } from '../../money/earnings/item-earnings.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { fileNames } from './product-files.ts';
import { type ProductParts, newestFirst, presentProducts, productColumns } from './product-presenters.ts';
import { isShown } from '../../base/access/access.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /performer-assets/products/search'>['query'];
type OwnQuery = ParsedInput<'GET /performer/performer-assets/products/search'>['query'];

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(productColumns)
    .from(products)
    .innerJoin(accounts, eq(accounts.id, products.performerId))
    .innerJoin(performers, eq(performers.accountId, products.performerId))
    .where(where);

const matching = (query: Pick<Query, 'q' | 'type'>): SQL | undefined =>
  and(query.type && eq(products.type, query.type), query.q ? matchesText(query.q, products.name) : undefined);

function afterCursor(by: AnyPgColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${by}, ${products.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** One page of a list, sorted by a time column, newest first. */
async function loadPage(
  ctx: Ctx,
  { where, by, query }: { where: SQL | undefined; by: 'publishedAt' | 'createdAt'; query: Query | OwnQuery },
) {
  const column = products[by];
  const all = ctx.db
    .select({ one: sql`1` })
    .from(products)
    .innerJoin(accounts, eq(accounts.id, products.performerId))
    .innerJoin(performers, eq(performers.accountId, products.performerId))
    .where(where);
  const [found, total] = await Promise.all([
    select(ctx, and(where, afterCursor(column, query.cursor)))
      .orderBy(...newestFirst(sql`${column}`))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, all.getSQL(), query),
  ]);
  const page = cutPage<ProductParts>(found, query.limit, ({ product }) =>
    encodeCursor({ id: product.id, createdAt: product[by] ?? product.createdAt }),
  );
  return { ...page, total };
}

/** Products for sale by creators the viewer may see, newest first. */
export async function searchProducts(
  ctx: Ctx,
  query: Query,
): Promise<{ data: Product[]; total: number; nextCursor: string | null }> {
  const open = and(
    eq(performers.verified, 'approved'),
    isNull(accounts.suspendedAt),
    canMeet(ctx, products.performerId),
  );
  const where = and(
    eq(products.state, 'published'),
    query.performerId ? eq(products.performerId, query.performerId) : undefined,
    open,
    matching(query),
  );
  const { rows, nextCursor, total } = await loadPage(ctx, { where, by: 'publishedAt', query });
  return { data: await presentProducts(ctx, rows), total, nextCursor };
}

/**
 * One product as the viewer may see it. A deleted one exists only for those who bought its file.
 * @throws AppError 404
 */
export async function getProduct(ctx: Ctx, id: string): Promise<Product> {
  const [view] = await presentProducts(ctx, await select(ctx, eq(products.id, id)));
  if (!view || !isShown(view) || (view.state === 'removed' && view.access.reason !== 'purchased'))
    throw notFound();
  return view;
}

async function presentOwn(ctx: UserCtx, rows: readonly ProductParts[]): Promise<OwnProduct[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ product }) => product.id);
  const [views, earned, recentViews, names] = await Promise.all([
    presentProducts(ctx, rows),
    earnedByItem(ctx, 'product', ids),
    recentViewsOf(ctx, 'product', ids),
    fileNames(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.product.id, row]));
  return views.map((view) => {
    const row = byId.get(view._id);
    return {
      ...view,
      uploads: (row?.files ?? []).map((file) => ({
        ...fileView(ctx, file, { readable: true }),
        name: names.get(file.id) ?? view.title,
      })),
      sold: row?.product.sold ?? 0,
      earned: earned.get(view._id) ?? 0,
      recentViews: recentViews.get(view._id) ?? 0,
    };
  });
}

const own = (ctx: UserCtx): SQL | undefined =>
  and(eq(products.performerId, ctx.viewer.id), ne(products.state, 'removed'));

/** The viewer's own products in any state, newest first. */
export async function listOwnProducts(
  ctx: UserCtx,
  query: OwnQuery,
): Promise<{ data: OwnProduct[]; total: number; nextCursor: string | null }> {
  const where = and(own(ctx), query.state && eq(products.state, query.state), matching(query));
  const { rows, nextCursor, total } = await loadPage(ctx, { where, by: 'createdAt', query });
  return { data: await presentOwn(ctx, rows), total, nextCursor };
}

/**
 * One of the viewer's own products.
 * @throws AppError 404 for another creator's or a deleted one.
 */
export async function ownProduct(ctx: UserCtx, id: string): Promise<OwnProduct> {
  const [view] = await presentOwn(ctx, await select(ctx, and(own(ctx), eq(products.id, id))));
  if (!view) throw notFound();
  return view;
}
