import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Ctx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { countryBlocks } from '../../db/schema/blocks.ts';

/**
 * Who asks, as parts of a query: values, or the placeholders of one that is kept. Null: a visitor; a country
 * nobody knows.
 */
export interface Asking {
  readonly viewer: SQL | null;
  readonly country: SQL | null;
}
const askingOf = ({ viewer, request }: Ctx): Asking => ({
  viewer: viewer && sql`${viewer.id}`,
  country: request.country === null ? null : sql`${request.country}`,
});

/** Neither of two accounts blocked the other, as a condition of a query. */
export const unblocked = (one: AnyPgColumn | SQL, other: AnyPgColumn | SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE (b.blocker_id = ${one} AND b.blocked_id = ${other}) OR (b.blocker_id = ${other} AND b.blocked_id = ${one}))`;

/** An account isn't closed to a country, as a condition of a query. */
export const openToCountry = (account: AnyPgColumn | SQL, country: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = ${account} AND c.country = ${country})`;

/**
 * The access rule's `ownerClosed` for any account, creator or fan, as a condition of a query: true where
 * neither side blocked the other and the account isn't closed to the viewer's country. A test holds the two
 * against each other. `account`: the column with the id.
 */
export function canMeet(
  ctx: Ctx,
  account: AnyPgColumn | SQL,
  { viewer, country }: Asking = askingOf(ctx),
): SQL | undefined {
  const parts: SQL[] = [];
  if (country) parts.push(openToCountry(account, country));
  if (viewer) {
    parts.push(
      sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${account} AND b.blocked_id = ${viewer})`,
      sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = ${account})`,
    );
  }
  const met = and(...parts);
  return met && viewer ? sql`(${account} = ${viewer} OR (${met}))` : met;
}

/** The countries that a creator is closed to. Most close none. */
export async function countriesClosedBy(ctx: Ctx, ownerId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ country: countryBlocks.country })
    .from(countryBlocks)
    .where(eq(countryBlocks.blockerId, ownerId));
  return new Set(rows.map(({ country }) => country));
}

/** Text as part of a LIKE pattern, meaning itself, anywhere. */
export const likeAnywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * How far a total is counted beyond the page asked for: nobody pages on to the end of more, and counting them
 * all costs more than the page.
 */
const COUNTED_AHEAD = 1_000;

/**
 * The total of a list as an expression, exact up to a thousand rows beyond the page; then it is at least that
 * many. `rows`: a SELECT without a limit.
 */
export const cappedCount = (rows: SQL, page: { offset: number; limit: number }): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.raw(String(page.offset + page.limit + COUNTED_AHEAD))}) AS counted)`;

/**
 * The total of a list, exact up to a thousand rows beyond the page; then it is at least that many. `rows`: a
 * SELECT without a limit.
 */
export async function cappedTotal(
  ctx: Ctx,
  rows: SQL,
  page: { offset: number; limit: number },
): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    ctx.db.execute(
      sql`SELECT count(*)::int AS total FROM (${rows} LIMIT ${page.offset + page.limit + COUNTED_AHEAD}) AS counted`,
    ),
  );
  return row?.total ?? 0;
}
