import { type SQL, and, asc, count, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { sqlState } from '../../../db/db.ts';
import { creatorListMembers, creatorLists } from '../../../db/schema/community.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';
import { findMembers } from './creator-lists-query.ts';

export type ListRow = typeof creatorLists.$inferSelect;
const { most } = limits.creatorLists;

/** Whether a creator appears in lists: as on the page of those one follows. `member` is the row of a list. */
export const isListed = (ctx: UserCtx, member: SQL): SQL => sql`
  EXISTS (SELECT 1 FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = ${member} AND p.verification_state = 'approved' AND a.suspended_at IS NULL)
  AND ${canMeet(ctx, member) ?? sql`true`}`;

const own = (ctx: UserCtx, id: string): SQL | undefined =>
  and(eq(creatorLists.id, id), eq(creatorLists.accountId, ctx.viewer.id));

/** Who is in the lists and can be seen, by list. */
async function loadMembers(
  ctx: UserCtx,
  ids: readonly string[],
): Promise<Map<string, { members: number; newest: string[] }>> {
  const rows = await findMembers(ctx.db, ids, isListed(ctx, sql`m.performer_id`));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The viewer's lists as they are shown; `holding` are those that contain the creator asked about. */
async function presentLists(
  ctx: UserCtx,
  rows: readonly ListRow[],
  holding: ReadonlySet<string>,
): Promise<CreatorList[]> {
  if (rows.length === 0) return [];
  const inside = await loadMembers(
    ctx,
    rows.map(({ id }) => id),
  );
  const cards = await performerCards(
    ctx,
    [...inside.values()].flatMap(({ newest }) => newest),
  );
  return rows.map((row) => {
    const { members, newest } = inside.get(row.id) ?? { members: 0, newest: [] };
    return {
      _id: row.id,
      name: row.name,
      members,
      newest: newest.flatMap((id) => cards.get(id) ?? []),
      contains: holding.has(row.id),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

export async function presentList(ctx: UserCtx, row: ListRow, contains = false): Promise<CreatorList> {
  const [view] = await presentLists(ctx, [row], new Set(contains ? [row.id] : []));
  if (!view) throw new Error('a list without a view');
  return view;
}

/** Which of the viewer's lists contain a creator. */
async function findHolders(ctx: UserCtx, performerId: string | undefined): Promise<Set<string>> {
  if (performerId === undefined) return new Set();
  const rows = await ctx.db
    .select({ id: creatorLists.id })
    .from(creatorLists)
    .innerJoin(creatorListMembers, eq(creatorListMembers.listId, creatorLists.id))
    .where(and(eq(creatorLists.accountId, ctx.viewer.id), eq(creatorListMembers.performerId, performerId)));
  return new Set(rows.map(({ id }) => id));
}

export async function listLists(
  ctx: UserCtx,
  query: ParsedInput<'GET /creator-lists'>['query'],
): Promise<ReplySource<'GET /creator-lists'>> {
  const mine = eq(creatorLists.accountId, ctx.viewer.id);
  const [rows, total, holding] = await Promise.all([
    ctx.db
      .select()
      .from(creatorLists)
      .where(mine)
      .orderBy(asc(sql`lower(${creatorLists.name})`), asc(creatorLists.id))
      .limit(query.limit)
      .offset(query.offset),
    ctx.db.$count(creatorLists, mine),
    findHolders(ctx, query.performerId),
  ]);
  return { data: await presentLists(ctx, rows, holding), total };
}

/** @throws AppError 404 */
export async function ownList(ctx: UserCtx, id: string): Promise<ListRow> {
  const [row] = await ctx.db.select().from(creatorLists).where(own(ctx, id));
  if (!row) throw notFound();
  return row;
}

/**
 * The viewer's list, locked so that the number of creators in it stays within the limit.
 * @throws AppError 404
 */
export async function lockList(tx: UserCtx, id: string): Promise<ListRow> {
  const [row] = await tx.db.select().from(creatorLists).where(own(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** Reports a name that is already used as a 422 error. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505') throw invalid('name', 'You already have a list with this name.');
    throw error;
  }
}

/** @throws AppError 409 when the person has as many as they can. */
export async function createList(ctx: UserCtx, name: string): Promise<CreatorList> {
  const row = await named(() =>
    transaction(ctx, async (tx) => {
      await lockName(tx, `creator-lists:${tx.viewer.id}`);
      const [all] = await tx.db
        .select({ total: count() })
        .from(creatorLists)
        .where(eq(creatorLists.accountId, tx.viewer.id));
      if ((all?.total ?? 0) >= most) throw conflict(`You can have ${most} lists. Delete one to make room.`);
      const moment = now(tx);
      const [made] = await tx.db
        .insert(creatorLists)
        .values({ id: tx.ports.ids(), accountId: tx.viewer.id, name, createdAt: moment, updatedAt: moment })
        .returning();
      if (!made) throw new Error('the list wasn’t stored');
      return made;
    }),
  );
  return presentList(ctx, row);
}

/** @throws AppError 404 */
export async function renameList(ctx: UserCtx, id: string, name: string): Promise<CreatorList> {
  const [row] = await named(() =>
    ctx.db
      .update(creatorLists)
      .set({ name, updatedAt: now(ctx) })
      .where(own(ctx, id))
      .returning(),
  );
  if (!row) throw notFound();
  return presentList(ctx, row);
}

/**
 * Those in it stay followed.
 * @throws AppError 404
 */
export async function deleteList(ctx: UserCtx, id: string): Promise<void> {
  const gone = await ctx.db.delete(creatorLists).where(own(ctx, id)).returning({ id: creatorLists.id });
  if (gone.length === 0) throw notFound();
}
