import { type SQL, and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { FanList } from '#contract/trade/broadcasts/fan-lists.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { sqlState } from '../../../db/db.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { broadcasts, fanListMembers, fanLists } from '../../../db/schema/broadcasts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { turnedTo } from './audience-query.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type ListRow = typeof fanLists.$inferSelect;
const { lists: mostLists, listMembers: mostMembers } = limits.broadcast;

const view = (row: ListRow): FanList => ({
  _id: row.id,
  name: row.name,
  members: row.members,
  createdAt: row.createdAt.toISOString(),
});
const own = (ctx: UserCtx, id: string): SQL | undefined =>
  and(eq(fanLists.id, id), eq(fanLists.performerId, ctx.viewer.id));

/**
 * Returns the viewer's list, locked so that its member count stays correct.
 * @throws AppError 404
 */
async function lockOwn(tx: UserCtx, id: string): Promise<ListRow> {
  const [row] = await tx.db.select().from(fanLists).where(own(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** Reports a duplicate list name as a 422 error. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505') throw invalid('name', 'You already have a list with this name.');
    throw error;
  }
}

export async function listFanLists(
  ctx: UserCtx,
  { query }: ParsedInput<'GET /fan-lists'>,
): Promise<ReplySource<'GET /fan-lists'>> {
  const mine = eq(fanLists.performerId, ctx.viewer.id);
  const rows = await ctx.db
    .select()
    .from(fanLists)
    .where(mine)
    .orderBy(asc(fanLists.name), asc(fanLists.id))
    .limit(query.limit)
    .offset(query.offset);
  const [all] = await ctx.db.select({ total: count() }).from(fanLists).where(mine);
  return { data: rows.map(view), total: all?.total ?? 0 };
}

export async function createFanList(ctx: UserCtx, name: string): Promise<FanList> {
  return named(() =>
    transaction(ctx, async (tx) => {
      await lockName(tx, `fan-lists:${tx.viewer.id}`);
      const [all] = await tx.db
        .select({ total: count() })
        .from(fanLists)
        .where(eq(fanLists.performerId, tx.viewer.id));
      if ((all?.total ?? 0) >= mostLists) throw conflict(`You can have ${mostLists} lists.`);
      const time = now(tx);
      const [row] = await tx.db
        .insert(fanLists)
        .values({ id: tx.ports.ids(), performerId: tx.viewer.id, name, createdAt: time, updatedAt: time })
        .returning();
      if (!row) throw new Error('the list wasn’t stored');
      return view(row);
    }),
  );
}

export async function renameFanList(ctx: UserCtx, id: string, name: string): Promise<FanList> {
  const [row] = await named(() =>
    ctx.db
      .update(fanLists)
      .set({ name, updatedAt: now(ctx) })
      .where(own(ctx, id))
      .returning(),
  );
  if (!row) throw notFound();
  return view(row);
}

/** @throws AppError 404, 409 while a scheduled message uses the list. */
export async function deleteFanList(ctx: UserCtx, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockOwn(tx, id);
    const waiting = and(
      eq(broadcasts.performerId, tx.viewer.id),
      eq(broadcasts.state, 'scheduled'),
      sql`${broadcasts.audience}::text LIKE ${`%${id}%`}`,
    );
    if ((await tx.db.select({ id: broadcasts.id }).from(broadcasts).where(waiting).limit(1)).length > 0)
      throw conflict('A scheduled message uses this list. Change or delete that message first.');
    await tx.db.delete(fanLists).where(eq(fanLists.id, id));
  });
}

export async function listMembers(
  ctx: UserCtx,
  { params, query }: ParsedInput<'GET /fan-lists/:id/members'>,
): Promise<ReplySource<'GET /fan-lists/:id/members'>> {
  const [list] = await ctx.db.select({ id: fanLists.id }).from(fanLists).where(own(ctx, params.id));
  if (!list) throw notFound();
  const here = and(eq(fanListMembers.listId, list.id), canMeet(ctx, fanListMembers.accountId));
  const rows = await ctx.db
    .select(cardColumns)
    .from(fanListMembers)
    .innerJoin(accounts, eq(accounts.id, fanListMembers.accountId))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(here)
    .orderBy(desc(fanListMembers.createdAt), desc(fanListMembers.accountId))
    .limit(query.limit)
    .offset(query.offset);
  return {
    data: rows.map((row) => toPerformerCard(ctx, row)),
    total: await cappedTotal(ctx, rowsWhere(ctx, fanListMembers, here), query),
  };
}

/** Updates the list's member count by `by`. */
async function addToMembers(tx: UserCtx, row: ListRow, by: number): Promise<FanList> {
  if (by === 0) return view(row);
  const [changed] = await tx.db
    .update(fanLists)
    .set({ members: row.members + by, updatedAt: now(tx) })
    .where(eq(fanLists.id, row.id))
    .returning();
  return view(changed ?? row);
}

/**
 * Adding a member again changes nothing.
 * @throws AppError 404 for an account that isn't a fan of the viewer, 409 when the list is full.
 */
export async function addMember(
  ctx: UserCtx,
  { id, accountId }: ParsedInput<'PUT /fan-lists/:id/members/:accountId'>['params'],
): Promise<FanList> {
  return transaction(ctx, async (tx) => {
    const list = await lockOwn(tx, id);
    const fan = and(
      eq(accounts.id, accountId),
      eq(accounts.isPerformer, false),
      canMeet(tx, accounts.id),
      turnedTo(tx.viewer.id, sql`${accounts.id}`),
    );
    if ((await tx.db.select({ id: accounts.id }).from(accounts).where(fan)).length === 0) throw notFound();
    if (list.members >= mostMembers) throw conflict(`A list can have ${mostMembers} members.`);
    const added = await tx.db
      .insert(fanListMembers)
      .values({ listId: id, accountId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: fanListMembers.accountId });
    return addToMembers(tx, list, added.length);
  });
}

/**
 * Removing an account that isn't on the list changes nothing.
 * @throws AppError 404
 */
export async function removeMember(
  ctx: UserCtx,
  { id, accountId }: ParsedInput<'DELETE /fan-lists/:id/members/:accountId'>['params'],
): Promise<FanList> {
  return transaction(ctx, async (tx) => {
    const list = await lockOwn(tx, id);
    const removed = await tx.db
      .delete(fanListMembers)
      .where(and(eq(fanListMembers.listId, id), eq(fanListMembers.accountId, accountId)))
      .returning({ id: fanListMembers.accountId });
    return addToMembers(tx, list, -removed.length);
  });
}
