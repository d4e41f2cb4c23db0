import { and, count, desc, eq, ne } from 'drizzle-orm';
import type { Address, PostalAddress, addresses as contract } from '#contract/people/addresses.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { addresses } from '../../../db/schema/shop.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { isCountry } from '../../base/site/countries.ts';

/** The maximum number of saved addresses. */
const MOST = 50;

type Row = typeof addresses.$inferSelect;

const view = (row: Row): Address => ({
  _id: row.id,
  ...row.address,
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** @throws AppError 422 for an unknown country code. */
export async function checkCountry(code: string | undefined, field = 'country'): Promise<void> {
  if (code !== undefined && !(await isCountry(code))) throw invalid(field, 'Choose a country from the list.');
}

/** Locks the account's row, so that its addresses change one at a time and exactly one is the default. */
const holdAccount = (tx: UserCtx) =>
  tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, tx.viewer.id)).for('no key update');

const mine = (ctx: UserCtx) => eq(addresses.accountId, ctx.viewer.id);

async function demoteOthers(tx: UserCtx, id: string): Promise<void> {
  await tx.db
    .update(addresses)
    .set({ isDefault: false })
    .where(and(mine(tx), ne(addresses.id, id), eq(addresses.isDefault, true)));
}

async function create(
  ctx: UserCtx,
  { isDefault = false, ...address }: ParsedInput<'POST /addresses/create'>['body'],
): Promise<Address> {
  await checkCountry(address.country);
  return transaction(ctx, async (tx) => {
    await holdAccount(tx);
    const [row] = await tx.db.select({ kept: count() }).from(addresses).where(mine(tx));
    const saved = row?.kept ?? 0;
    if (saved >= MOST) throw conflict(`You can save up to ${MOST} addresses. Remove one first.`);
    const [id, time] = [tx.ports.ids(), now(tx)];
    const made = {
      id,
      accountId: tx.viewer.id,
      address,
      isDefault: isDefault || saved === 0,
      createdAt: time,
      updatedAt: time,
    };
    await tx.db.insert(addresses).values(made);
    if (made.isDefault) await demoteOthers(tx, id);
    return view(made);
  });
}

async function search(ctx: UserCtx, { offset, limit }: ParsedInput<'GET /addresses/search'>['query']) {
  const [rows, [counted]] = await Promise.all([
    ctx.db
      .select()
      .from(addresses)
      .where(mine(ctx))
      .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
      .limit(limit)
      .offset(offset),
    ctx.db.select({ total: count() }).from(addresses).where(mine(ctx)),
  ]);
  return { data: rows.map(view), total: counted?.total ?? 0 };
}

const own = (ctx: UserCtx, id: string) => and(eq(addresses.id, id), mine(ctx));

async function update(
  ctx: UserCtx,
  id: string,
  { isDefault, ...change }: ParsedInput<'PUT /addresses/:id'>['body'],
): Promise<Address> {
  await checkCountry(change.country);
  return transaction(ctx, async (tx) => {
    await holdAccount(tx);
    const [row] = await tx.db.select().from(addresses).where(own(tx, id));
    if (!row) throw notFound();
    refuseStale(tx, row);
    const changed = {
      ...row,
      address: { ...row.address, ...change },
      isDefault: isDefault ?? row.isDefault,
      updatedAt: now(tx),
    };
    await tx.db
      .update(addresses)
      .set({ address: changed.address, isDefault: changed.isDefault, updatedAt: changed.updatedAt })
      .where(eq(addresses.id, id));
    if (isDefault) await demoteOthers(tx, id);
    return view(changed);
  });
}

/** Makes the newest address the default after the default was deleted. */
async function promoteNewest(tx: UserCtx): Promise<void> {
  const [next] = await tx.db
    .select({ id: addresses.id })
    .from(addresses)
    .where(mine(tx))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
    .limit(1);
  if (next) await tx.db.update(addresses).set({ isDefault: true }).where(eq(addresses.id, next.id));
}

function remove(ctx: UserCtx, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (tx) => {
    await holdAccount(tx);
    const [removed] = await tx.db
      .delete(addresses)
      .where(own(tx, id))
      .returning({ isDefault: addresses.isDefault });
    if (!removed) throw notFound();
    if (removed.isDefault) await promoteNewest(tx);
    return { success: true };
  });
}

/**
 * One of the viewer's saved addresses.
 * @throws AppError 422 on `addressId` when it doesn't exist or isn't the viewer's.
 */
export async function ownAddress(ctx: UserCtx, id: string): Promise<PostalAddress> {
  const [row] = await ctx.db.select({ address: addresses.address }).from(addresses).where(own(ctx, id));
  if (!row) throw invalid('addressId', 'That address isn’t there anymore. Choose another one.');
  return row.address;
}

/** The address in a request body, either in full or by the id of a saved one; null if absent. */
export async function addressGiven(
  ctx: UserCtx,
  body: { addressId?: string; address?: PostalAddress },
): Promise<PostalAddress | null> {
  if (body.addressId !== undefined) return ownAddress(ctx, body.addressId);
  if (!body.address) return null;
  await checkCountry(body.address.country, 'address.country');
  return body.address;
}

/**
 * Checks that an item ships to a country; an empty list means everywhere.
 * @throws AppError 422 on `field`.
 */
export function checkShipsTo(countries: readonly string[], { country }: PostalAddress, field: string): void {
  if (countries.length > 0 && !countries.includes(country))
    throw invalid(field, 'It doesn’t ship to that country. Choose another address.');
}

/** @throws AppError 422 when any of the codes is unknown. */
export async function checkCountries(codes: readonly string[], field: string): Promise<void> {
  for (const code of codes) await checkCountry(code, field);
}

export const addressHandlers: HandlersOf<typeof contract> = {
  'POST /addresses/create': (ctx, { body }) => create(ctx, body),
  'GET /addresses/search': (ctx, { query }) => search(ctx, query),
  'PUT /addresses/:id': (ctx, { params, body }) => update(ctx, params.id, body),
  'DELETE /addresses/:id': (ctx, { params }) => remove(ctx, params.id),
};
