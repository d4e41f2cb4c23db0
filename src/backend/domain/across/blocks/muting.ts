import { type SQL, and, desc, eq, sql } from 'drizzle-orm';
import type { MutedCreator } from '#contract/across/blocks.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { creatorMutes } from '../../../db/schema/blocks.ts';
import { performers } from '../../../db/schema/creators.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

const mine = (ctx: UserCtx, performerId: string) =>
  and(eq(creatorMutes.accountId, ctx.viewer.id), eq(creatorMutes.performerId, performerId));

/** @throws AppError 404 unless the account is a creator the viewer can see. */
async function assertCreator(ctx: UserCtx, id: string): Promise<void> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [id] });
  if (!isOpenTo(facts, id)) throw notFound();
}

export async function isCreatorMuted(ctx: UserCtx, performerId: string): Promise<{ isMuted: boolean }> {
  await assertCreator(ctx, performerId);
  const rows = await ctx.db
    .select({ id: creatorMutes.performerId })
    .from(creatorMutes)
    .where(mine(ctx, performerId));
  return { isMuted: rows.length > 0 };
}

/**
 * Setting the same value again changes nothing. Nobody is told.
 * @throws AppError 404; 409 for oneself.
 */
export async function setCreatorMuted(
  ctx: UserCtx,
  performerId: string,
  isMuted: boolean,
): Promise<{ isMuted: boolean }> {
  await assertCreator(ctx, performerId);
  if (performerId === ctx.viewer.id) throw conflict('You can’t mute yourself.');
  if (isMuted)
    await ctx.db
      .insert(creatorMutes)
      .values({ accountId: ctx.viewer.id, performerId, createdAt: now(ctx) })
      .onConflictDoNothing();
  else await ctx.db.delete(creatorMutes).where(mine(ctx, performerId));
  return { isMuted };
}

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${creatorMutes.createdAt}, ${creatorMutes.performerId}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** Those that are blocked or gone exist for the viewer no longer, so they aren't listed. */
export async function listMutedCreators(
  ctx: UserCtx,
  query: ParsedInput<'GET /creator-mutes'>['query'],
): Promise<ReplySource<'GET /creator-mutes'>> {
  const where = and(eq(creatorMutes.accountId, ctx.viewer.id), canMeet(ctx, creatorMutes.performerId));
  const found = await ctx.db
    .select({ ...cardColumns, mutedAt: creatorMutes.createdAt })
    .from(creatorMutes)
    .innerJoin(accounts, eq(accounts.id, creatorMutes.performerId))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(and(where, afterCursor(query.cursor)))
    .orderBy(desc(creatorMutes.createdAt), desc(creatorMutes.performerId))
    .offset(query.cursor === undefined ? query.offset : 0)
    .limit(query.limit + 1);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) =>
    encodeCursor({ createdAt: last.mutedAt, id: last.id }),
  );
  return {
    data: rows.map((row): MutedCreator => ({
      ...toPerformerCard(ctx, row),
      mutedAt: row.mutedAt.toISOString(),
    })),
    total: await cappedTotal(ctx, rowsWhere(ctx, creatorMutes, where), query),
    nextCursor,
  };
}
