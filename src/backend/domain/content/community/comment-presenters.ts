import { type SQL, and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Comment } from '#contract/content/comments.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { comments } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';

/** SQL condition: the author isn't suspended, and neither they nor the viewer blocked the other. */
export const authorSeen = (ctx: Ctx, author: AnyPgColumn | SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM accounts sa WHERE sa.id = ${author} AND sa.suspended_at IS NOT NULL) AND ${canMeet(ctx, author) ?? sql`true`}`;

/** SQL condition: the comment isn't held for review, or the viewer wrote it. */
const heldSeen = (ctx: Ctx, held: AnyPgColumn | SQL, author: AnyPgColumn | SQL): SQL =>
  ctx.viewer ? sql`(${held} IS NULL OR ${author} = ${ctx.viewer.id})` : sql`${held} IS NULL`;

/** Replies to the row's comment that the viewer can see. */
const seenAnswers = (ctx: Ctx) =>
  sql`FROM comments r WHERE r.parent_id = ${comments.id} AND r.deleted_at IS NULL AND ${heldSeen(ctx, sql`r.held_at`, sql`r.author_id`)} AND ${authorSeen(ctx, sql`r.author_id`)}`;

/** SQL condition: a comment that is visible, or a deleted one that has visible replies. */
export const commentSeen = (ctx: Ctx): SQL =>
  sql`CASE WHEN ${comments.deletedAt} IS NULL THEN ${heldSeen(ctx, comments.heldAt, comments.authorId)} AND ${authorSeen(ctx, comments.authorId)} ELSE EXISTS (SELECT 1 ${seenAnswers(ctx)}) END`;

export interface CommentRow {
  readonly comment: typeof comments.$inferSelect;
  readonly card: CardRow;
  readonly replies: number;
  readonly isBanned: boolean;
}

const selectComments = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({
      comment: comments,
      card: cardColumns,
      // A reply that is held isn't counted on the row, but its author sees it.
      replies: sql<number>`CASE WHEN ${comments.replies} = 0 AND ${ctx.viewer === null} THEN 0 ELSE (SELECT count(*)::int ${seenAnswers(ctx)}) END`,
      // Only the creator sees this.
      isBanned: ctx.viewer
        ? sql<boolean>`${comments.ownerId} = ${ctx.viewer.id} AND EXISTS (SELECT 1 FROM comment_bans b WHERE b.performer_id = ${comments.ownerId} AND b.account_id = ${comments.authorId})`
        : sql<boolean>`false`,
    })
    .from(comments)
    .innerJoin(accounts, eq(accounts.id, comments.authorId))
    .leftJoin(performers, eq(performers.accountId, comments.authorId))
    .where(where);

interface Page {
  readonly count: number;
  readonly offset: number;
  readonly oldestFirst: boolean;
}

/** A page of comments: newest first, or oldest first for replies. */
export function findComments(
  ctx: Ctx,
  where: SQL | undefined,
  { count, offset, oldestFirst }: Page,
): Promise<CommentRow[]> {
  const order = oldestFirst
    ? [asc(comments.createdAt), asc(comments.id)]
    : [desc(comments.createdAt), desc(comments.id)];
  return selectComments(ctx, and(where, commentSeen(ctx)))
    .orderBy(...order)
    .limit(count)
    .offset(offset);
}

/** Comments that are held for a review, the longest waiting first. */
export const findHeldComments = (
  ctx: Ctx,
  where: SQL | undefined,
  { count, offset }: Omit<Page, 'oldestFirst'>,
): Promise<CommentRow[]> =>
  selectComments(ctx, and(where, isNull(comments.deletedAt), authorSeen(ctx, comments.authorId)))
    .orderBy(asc(comments.heldAt), asc(comments.id))
    .limit(count)
    .offset(offset);

export function commentView(ctx: Ctx, { comment, card, replies, isBanned }: CommentRow): Comment {
  const isDeleted = comment.deletedAt !== null;
  return {
    _id: comment.id,
    objectType: comment.objectType,
    objectId: comment.objectId,
    parentId: comment.parentId,
    author: isDeleted ? null : toPerformerCard(ctx, card),
    text: isDeleted ? '' : comment.text,
    pinned: comment.pinned,
    replies,
    isDeleted,
    heldBy: comment.heldBy,
    isBanned: isBanned && !isDeleted,
    editedAt: comment.editedAt?.toISOString() ?? null,
    createdAt: comment.createdAt.toISOString(),
  };
}

/** One comment as the viewer sees it, whatever its state. */
export async function commentById(ctx: Ctx, id: string): Promise<Comment> {
  const [row] = await selectComments(ctx, eq(comments.id, id));
  if (!row) throw new Error('a comment was not there after it was written');
  return commentView(ctx, row);
}
