import { and, count, desc, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { creatorListMembers, follows } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo, subscribesTo } from '../../base/access/access.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { isListed, lockList, ownList, presentList } from './creator-lists.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

const { members: mostMembers } = limits.creatorLists;

/** The creators of a list that the viewer can see, last added first. */
export async function listCreators(
  ctx: UserCtx,
  id: string,
  { offset, limit }: ParsedInput<'GET /creator-lists/:id/creators'>['query'],
): Promise<ReplySource<'GET /creator-lists/:id/creators'>> {
  const list = await ownList(ctx, id);
  const where = and(
    eq(creatorListMembers.listId, list.id),
    isListed(ctx, sql`${creatorListMembers.performerId}`),
  );
  const isFollowed = sql<boolean>`EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${ctx.viewer.id} AND f.performer_id = ${creatorListMembers.performerId})`;
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ ...cardColumns, addedAt: creatorListMembers.createdAt, isFollowed })
      .from(creatorListMembers)
      .innerJoin(accounts, eq(accounts.id, creatorListMembers.performerId))
      .innerJoin(performers, eq(performers.accountId, accounts.id))
      .where(where)
      .orderBy(desc(creatorListMembers.createdAt), desc(creatorListMembers.performerId))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(creatorListMembers, where),
  ]);
  const facts = await loadAccessFacts(ctx, { ownerIds: rows.map((row) => row.id) });
  const data = rows.map((row) => ({
    ...toPerformerCard(ctx, row),
    isFollowed: row.isFollowed,
    isSubscribed: subscribesTo(facts, row.id),
    addedAt: row.addedAt.toISOString(),
  }));
  return { data, total };
}

/** Creators the viewer follows who could be added, last followed first. */
export async function listCandidates(
  ctx: UserCtx,
  id: string,
  { q, offset, limit }: ParsedInput<'GET /creator-lists/:id/candidates'>['query'],
): Promise<ReplySource<'GET /creator-lists/:id/candidates'>> {
  const list = await ownList(ctx, id);
  const where = and(
    eq(follows.followerId, ctx.viewer.id),
    sql`NOT EXISTS (SELECT 1 FROM creator_list_members m WHERE m.list_id = ${list.id} AND m.performer_id = ${follows.performerId})`,
    q ? matchesText(q, accounts.name, accounts.username) : undefined,
    isListed(ctx, sql`${follows.performerId}`),
  );
  const rows = await ctx.db
    .select(cardColumns)
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, follows.performerId))
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .orderBy(desc(follows.createdAt), desc(follows.performerId))
    .limit(limit)
    .offset(offset);
  const all = ctx.db
    .select({ one: sql`1` })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, follows.performerId))
    .where(where)
    .getSQL();
  return {
    data: rows.map((row) => toPerformerCard(ctx, row)),
    total: await cappedTotal(ctx, all, { offset, limit }),
  };
}

interface Place {
  readonly id: string;
  readonly performerId: string;
}

/**
 * Adding a creator again changes nothing. They don't have to be followed.
 * @throws AppError 404 for a list that isn't the viewer's, and a creator they can't see; 409 if it is full, 422 for themselves.
 */
export async function addToList(ctx: UserCtx, { id, performerId }: Place): Promise<CreatorList> {
  await ownList(ctx, id);
  if (performerId === ctx.viewer.id) throw invalid('performerId', 'You can’t add yourself to a list.');
  if (!isOpenTo(await loadAccessFacts(ctx, { ownerIds: [performerId] }), performerId)) throw notFound();
  const row = await transaction(ctx, async (tx) => {
    const list = await lockList(tx, id);
    const added = await tx.db
      .insert(creatorListMembers)
      .values({ listId: id, performerId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: creatorListMembers.performerId });
    if (added.length === 0) return list;
    const [all] = await tx.db
      .select({ total: count() })
      .from(creatorListMembers)
      .where(eq(creatorListMembers.listId, id));
    if ((all?.total ?? 0) > mostMembers) throw conflict(`A list can have ${mostMembers} creators.`);
    return list;
  });
  return presentList(ctx, row, true);
}

/**
 * Removing a creator who isn't in it changes nothing. This works even if the viewer can no longer see them.
 * @throws AppError 404
 */
export async function removeFromList(ctx: UserCtx, { id, performerId }: Place): Promise<CreatorList> {
  const row = await ownList(ctx, id);
  await ctx.db
    .delete(creatorListMembers)
    .where(and(eq(creatorListMembers.listId, id), eq(creatorListMembers.performerId, performerId)));
  return presentList(ctx, row);
}
