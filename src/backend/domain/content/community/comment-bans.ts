import { and, desc, eq, sql } from 'drizzle-orm';
import type { BannedPerson } from '#contract/content/comments.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { commentBans } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { commentOnOwn } from './comment-mutations.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

const selectBans = (ctx: UserCtx) =>
  ctx.db
    .select({ card: cardColumns, bannedAt: commentBans.createdAt })
    .from(commentBans)
    .innerJoin(accounts, eq(accounts.id, commentBans.accountId))
    .leftJoin(performers, eq(performers.accountId, commentBans.accountId));

type BanRow = Awaited<ReturnType<typeof selectBans>>[number];
const view = (ctx: UserCtx, { card, bannedAt }: BanRow): BannedPerson => ({
  ...toPerformerCard(ctx, card),
  bannedAt: bannedAt.toISOString(),
});

/**
 * Bans a comment's author from all of the viewer's content. It takes a comment, so that only someone who
 * actually commented can be banned.
 */
export async function banAuthor(ctx: UserCtx, commentId: string): Promise<BannedPerson> {
  const { authorId } = await commentOnOwn(ctx, commentId);
  if (authorId === ctx.viewer.id) throw invalid('id', 'You can’t ban yourself.');
  await ctx.db
    .insert(commentBans)
    .values({ performerId: ctx.viewer.id, accountId: authorId, createdAt: now(ctx) })
    .onConflictDoNothing();
  const [row] = await selectBans(ctx).where(
    and(eq(commentBans.performerId, ctx.viewer.id), eq(commentBans.accountId, authorId)),
  );
  if (!row) throw notFound();
  return view(ctx, row);
}

/** @throws AppError 404 when the account isn't banned. */
export async function unban(ctx: UserCtx, accountId: string): Promise<void> {
  const removed = await ctx.db
    .delete(commentBans)
    .where(and(eq(commentBans.performerId, ctx.viewer.id), eq(commentBans.accountId, accountId)))
    .returning({ id: commentBans.accountId });
  if (removed.length === 0) throw notFound();
}

/** The accounts the viewer banned, newest first. */
export async function listBans(
  ctx: UserCtx,
  query: ParsedInput<'GET /comments/bans'>['query'],
): Promise<{ data: BannedPerson[]; total: number; nextCursor: string | null }> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const mine = eq(commentBans.performerId, ctx.viewer.id);
  const after = cursor
    ? sql`(${commentBans.createdAt}, ${commentBans.accountId}) < (${cursor.createdAt.toISOString()}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
  const [found, total] = await Promise.all([
    selectBans(ctx)
      .where(and(mine, after))
      .orderBy(desc(commentBans.createdAt), desc(commentBans.accountId))
      .limit(query.limit + 1)
      .offset(cursor ? 0 : query.offset),
    cappedTotal(ctx, rowsWhere(ctx, commentBans, mine), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (row) =>
    encodeCursor({ createdAt: row.bannedAt, id: row.card.id }),
  );
  return { data: rows.map((row) => view(ctx, row)), total, nextCursor };
}
