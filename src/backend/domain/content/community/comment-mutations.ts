import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Comment } from '#contract/content/comments.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { comments } from '../../../db/schema/community.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { refuseWriting } from './comment-rules.ts';
import { authorSeen, commentById } from './comment-presenters.ts';
import { countAsNew } from '../../people/accounts/new-accounts/limits.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { addToCounts, lockObject, objectOf } from '../media-items/objects.ts';
import { type CommentRecord, enqueueMentions, publish } from './comment-publishing.ts';
import { findHolder, notifyOfHeld, notifyOfReview } from './comment-holding.ts';

/** More than anyone writes by hand; anything slower isn't a flood. */
const WRITING = { max: 20, seconds: 60 };

const reviewFirst =
  'Some of these words are reviewed before they appear. Write a new comment with them instead.';

export interface NewComment {
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly text: string;
  readonly parentId?: string | undefined;
}

/** The comment that is replied to, which must be on the same item, visible, and not a reply itself. */
async function answered(tx: UserCtx, { objectType, objectId, parentId }: NewComment): Promise<void> {
  if (!parentId) return;
  const found = await tx.db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.id, parentId),
        eq(comments.objectType, objectType),
        eq(comments.objectId, objectId),
        isNull(comments.parentId),
        isNull(comments.deletedAt),
        isNull(comments.heldAt),
        authorSeen(tx, comments.authorId),
      ),
    );
  if (found.length === 0) throw invalid('parentId', 'You can’t reply to that comment anymore.');
}

/**
 * Writes a comment or a reply.
 * @throws AppError 404, 403 when the item is locked, comments are off, or the viewer is banned, 422 for a
 * reply to something that can't be replied to, 429, also `new_account_limit`.
 */
export async function createComment(ctx: UserCtx, draft: NewComment): Promise<Comment> {
  await limitRate(ctx, `comment:${ctx.viewer.id}`, WRITING);
  const { objectType, objectId, text, parentId } = draft;
  const object = await objectOf(ctx, objectType, objectId);
  return transaction(ctx, async (tx) => {
    await lockObject(tx, object);
    await refuseWriting(tx, object);
    await answered(tx, draft);
    await countAsNew(tx, 'comments');
    const moment = now(tx);
    const holder = await findHolder(tx, object, text);
    const [row] = await tx.db
      .insert(comments)
      .values({
        id: tx.ports.ids(),
        objectType,
        objectId,
        ownerId: object.ownerId,
        authorId: tx.viewer.id,
        parentId: parentId ?? null,
        text,
        heldAt: holder ? moment : null,
        heldBy: holder,
        createdAt: moment,
        updatedAt: moment,
      })
      .returning();
    if (!row) throw new Error('the comment wasn’t stored');
    await (holder ? notifyOfHeld(tx, row) : publish(tx, row, tx.viewer));
    return commentById(tx, row.id);
  });
}

/** @throws AppError 404 for a comment that was deleted. */
export async function findComment(ctx: Ctx, id: string): Promise<CommentRecord> {
  const [row] = await ctx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  if (!row) throw notFound();
  return row;
}

/**
 * Edits the viewer's own comment, if they may still comment there. One that was held is shown once none of
 * its words need a review. One that others have read can't be held, so it is refused with such words.
 * @throws AppError 404, 403, 422
 */
export function editComment(ctx: UserCtx, id: string, text: string): Promise<Comment> {
  return transaction(ctx, async (tx) => {
    const found = await findComment(tx, id);
    if (found.authorId !== tx.viewer.id) throw notFound();
    const object = await objectOf(tx, found.objectType, found.objectId);
    await refuseWriting(tx, object);
    await lockObject(tx, object);
    const { heldAt } = await findComment(tx, id);
    const holder = await findHolder(tx, object, text);
    if (holder && !heldAt) throw invalid('text', reviewFirst);
    const moment = now(tx);
    const isReleased = heldAt !== null && !holder;
    const [row] = await tx.db
      .update(comments)
      .set({
        text,
        editedAt: moment,
        updatedAt: moment,
        heldBy: holder,
        ...(isReleased ? { heldAt: null, createdAt: moment } : {}),
      })
      .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
      .returning();
    if (!row) throw notFound();
    if (isReleased) await publish(tx, row, tx.viewer);
    else if (row.heldAt === null) await enqueueMentions(tx, row);
    return commentById(tx, id);
  });
}

/**
 * Deletes a comment. One with replies stays as an empty placeholder.
 * @throws AppError 404 when it was deleted in the meantime.
 */
export async function removeComment(tx: Ctx, { id, objectType, objectId }: CommentRecord): Promise<void> {
  const object = { objectType, id: objectId };
  await lockObject(tx, object);
  const moment = now(tx);
  const [removed] = await tx.db
    .update(comments)
    .set({ text: '', pinned: false, deletedAt: moment, updatedAt: moment })
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
    .returning({ parentId: comments.parentId, heldAt: comments.heldAt });
  if (!removed) throw notFound();
  // Nothing counted it yet.
  if (removed.heldAt) return;
  if (removed.parentId)
    await tx.db
      .update(comments)
      .set({ replies: sql`${comments.replies} - 1` })
      .where(eq(comments.id, removed.parentId));
  await addToCounts(tx, object, { comments: -1 });
}

/**
 * Deletes a comment, for its author or the item's creator.
 * @throws AppError 404
 */
export function deleteComment(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await findComment(tx, id);
    const isMine = row.authorId === tx.viewer.id;
    if (!isMine && (row.ownerId !== tx.viewer.id || row.heldBy === 'site')) throw notFound();
    await removeComment(tx, row);
    if (!isMine && row.heldAt) await notifyOfReview(tx, row, 'deleted');
  });
}

/** Removes a comment for an operator. Returns its text; null when it is gone already. */
export async function takeDownComment(tx: Ctx, id: string): Promise<string | null> {
  const [row] = await tx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  if (!row) return null;
  await removeComment(tx, row);
  return row.text;
}

/** Undoes `takeDownComment`; false when the comment went with its item meanwhile. */
export async function putBackComment(tx: Ctx, id: string, text: string): Promise<boolean> {
  const [row] = await tx.db
    .update(comments)
    .set({ text, deletedAt: null, updatedAt: now(tx) })
    .where(and(eq(comments.id, id), isNotNull(comments.deletedAt)))
    .returning();
  if (!row) return false;
  // What waits for a review isn't counted.
  if (row.heldAt) return true;
  if (row.parentId)
    await tx.db
      .update(comments)
      .set({ replies: sql`${comments.replies} + 1` })
      .where(eq(comments.id, row.parentId));
  await addToCounts(tx, { objectType: row.objectType, id: row.objectId }, { comments: 1 });
  return true;
}

/**
 * A comment on the viewer's own content.
 * @throws AppError 404
 */
export async function commentOnOwn(ctx: UserCtx, id: string): Promise<CommentRecord> {
  const row = await findComment(ctx, id);
  if (row.ownerId !== ctx.viewer.id || row.heldBy === 'site') throw notFound();
  return row;
}

/**
 * Pins a comment on the viewer's own item, replacing the one pinned before, or unpins it.
 * @throws AppError 404, 422 for a reply.
 */
export function pinComment(ctx: UserCtx, id: string, pinned: boolean): Promise<Comment> {
  return transaction(ctx, async (tx) => {
    const row = await commentOnOwn(tx, id);
    if (row.parentId) throw invalid('id', 'Only comments can be pinned, not replies.');
    if (row.heldAt) throw invalid('id', 'Approve this comment before you pin it.');
    await lockObject(tx, { objectType: row.objectType, id: row.objectId });
    const here = and(eq(comments.objectType, row.objectType), eq(comments.objectId, row.objectId));
    await tx.db
      .update(comments)
      .set({ pinned: false })
      .where(and(here, or(eq(comments.pinned, true), eq(comments.id, id))));
    if (pinned)
      await tx.db
        .update(comments)
        .set({ pinned: true })
        .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
    return commentById(tx, id);
  });
}
