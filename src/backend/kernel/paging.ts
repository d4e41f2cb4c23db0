import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fetchRows } from '../db/db.ts';
import type { Ctx } from './context.ts';
import { invalid } from './errors.ts';

/**
 * How far a total counts past the requested page. Nobody pages to the end of more, and counting everything
 * costs more than the page.
 */
const COUNTED_AHEAD = 1_000;

/**
 * The total of a list as an SQL expression, exact up to a thousand rows past the page and a lower bound
 * beyond. `rows` is a SELECT without a limit.
 */
export const cappedCount = (rows: SQL, page: { offset: number; limit: number }): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.raw(String(page.offset + page.limit + COUNTED_AHEAD))}) AS counted)`;

/** The number of rows of a SELECT without a limit, counted up to `most`. */
export async function countUpTo(ctx: Ctx, rows: SQL, most: number): Promise<number> {
  const [row] = await fetchRows<{ total: number }>(
    ctx.db.execute(sql`SELECT count(*)::int AS total FROM (${rows} LIMIT ${most}) AS counted`),
  );
  return row?.total ?? 0;
}

/** The rows of a table that meet a condition, to be counted. */
export const rowsWhere = (ctx: Ctx, table: PgTable, where: SQL | undefined): SQL =>
  ctx.db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .getSQL();

/** Like `cappedCount`, as a query of its own. */
export const cappedTotal = (ctx: Ctx, rows: SQL, page: { offset: number; limit: number }): Promise<number> =>
  countUpTo(ctx, rows, page.offset + page.limit + COUNTED_AHEAD);

/** Totals of long lists are counted up to this number; nobody pages by number beyond it. */
export const MOST_COUNTED = 250;

/** The maximum offset; beyond it, a cursor is required, because skipping rows costs as much as reading them. */
const DEEPEST_SKIP = 5_000;

/** @throws AppError 422 when the offset is too large. */
export function refuseDeepOffset({ offset }: { readonly offset: number }): void {
  if (offset > DEEPEST_SKIP)
    throw invalid('offset', 'To go this deep, pass the cursor from the previous page.');
}
