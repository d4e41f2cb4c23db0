import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { countryBlocks } from '../../../db/schema/blocks.ts';
import { findBlocks } from './blocks-query.ts';
import { placeList } from '../../../kernel/whereabouts.ts';

/**
 * The viewer and their place as parts of a query: values, or the placeholders of a prepared one. Null for a
 * visitor, or for a call that the server makes itself.
 */
export interface ViewerParts {
  readonly viewer: SQL | null;
  /** A `text[]` of codes. */
  readonly places: SQL | null;
}
/** The codes of a request's place as a part of a query; null for a call that the server makes itself. */
export const requestPlaces = (request: Ctx['request']): SQL | null => {
  const places = placeList(request);
  return places === null ? null : sql`${places}::text::text[]`;
};
const viewerParts = ({ viewer, request }: Ctx): ViewerParts => ({
  viewer: viewer && sql`${viewer.id}`,
  places: requestPlaces(request),
});

/** SQL condition: neither of two accounts has blocked the other. */
export const unblocked = (one: AnyPgColumn | SQL, other: AnyPgColumn | SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE (b.blocker_id = ${one} AND b.blocked_id = ${other}) OR (b.blocker_id = ${other} AND b.blocked_id = ${one}))`;

/**
 * Until the transaction ends, nobody is blocked by, blocks or suspends these accounts: who may receive
 * something is decided after this call and can't change before it is stored. Tells whether one of them is
 * suspended already.
 */
export async function lockAccess(tx: Ctx, accountIds: readonly string[]): Promise<{ suspended: boolean }> {
  const rows = await tx.db
    .select({ suspendedAt: accounts.suspendedAt })
    .from(accounts)
    .where(sql`${accounts.id} = ANY (${idList(accountIds)}::text::uuid[])`)
    .orderBy(accounts.id)
    .for('share');
  return { suspended: rows.some(({ suspendedAt }) => suspendedAt !== null) };
}

/** SQL condition: the account blocks none of the place's codes, a `text[]`. */
export const openToPlaces = (account: AnyPgColumn | SQL, places: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = ${account} AND c.country = ANY (${places}))`;

/** An account is closed to some place, as part of a query. */
export const closesPlaces = (account: AnyPgColumn | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = ${account})`;

/**
 * The access rule's `ownerClosed` as an SQL condition, for any account, creator or fan: true if neither side
 * blocked the other and the account doesn't block the viewer's place. A test checks that both agree.
 * `account` is the column with the id.
 */
export function canMeet(
  ctx: Ctx,
  account: AnyPgColumn | SQL,
  { viewer, places }: ViewerParts = viewerParts(ctx),
): SQL | undefined {
  const parts: SQL[] = [];
  if (places) parts.push(openToPlaces(account, places));
  if (viewer) {
    parts.push(
      sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${account} AND b.blocked_id = ${viewer})`,
      sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = ${account})`,
    );
  }
  const met = and(...parts);
  return met && viewer ? sql`(${account} = ${viewer} OR (${met}))` : met;
}

/** The accounts that this one blocked, or that blocked it. */
export async function blockedWith(ctx: Ctx, accountId: string): Promise<string[]> {
  return (await findBlocks(ctx.db, accountId)).map(({ id }) => id);
}

/** The codes of the places a creator blocks; usually none. */
export async function placesClosedBy(ctx: Ctx, ownerId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .select({ country: countryBlocks.country })
    .from(countryBlocks)
    .where(eq(countryBlocks.blockerId, ownerId));
  return new Set(rows.map(({ country }) => country));
}
