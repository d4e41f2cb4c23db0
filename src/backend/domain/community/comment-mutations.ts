import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Comment } from '#contract/comments.ts';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { comments } from '../../db/schema/community.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { refuseWriting } from './comment-rules.ts';
import { authorSeen, commentById } from './comment-presenters.ts';
import { limitRate } from '../../kernel/rate-limit.ts';
import { notify } from '../notifications/notify.ts';
import {
  type MediaItemObject,
  addToCounts,
  lockObject,
  objectOf,
  objectLabels,
} from '../media-items/objects.ts';
import { pageOf } from '../media-items/pages.ts';

/** More than anyone writes by hand; anything slower isn't a flood. */
const WRITING = { max: 20, seconds: 60 };

export interface NewComment {
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly text: string;
  readonly parentId?: string | undefined;
}
type CommentRecord = typeof comments.$inferSelect;

/** Notifies the creator, and the author of the comment replied to. */
async function notifyOfComment(
  tx: UserCtx,
  object: MediaItemObject,
  parent: CommentRecord | null,
): Promise<void> {
  const href = pageOf(object.objectType, object.id);
  const about = { actor: tx.viewer, href: href && `${href}#comments`, kind: 'comment' };
  const commented = `commented on your ${objectLabels[object.objectType]}`;
  // A creator whose comment is replied to hears of it once, as the comment on their own.
  if (parent && parent.authorId !== object.ownerId)
    await notify(tx, {
      ...about,
      to: parent.authorId,
      type: 'reply',
      text: `${tx.viewer.name} replied to your comment.`,
      group: { key: `reply:${parent.id}`, phrase: 'replied to your comment' },
    });
  await notify(tx, {
    ...about,
    to: object.ownerId,
    type: 'comment',
    text: `${tx.viewer.name} ${commented}.`,
    group: { key: `comment:${object.id}`, phrase: commented },
  });
}

/** Counts a reply on its parent comment, which must be on the same item, visible, and not a reply itself. */
async function answer(
  tx: UserCtx,
  { objectType, objectId, parentId }: NewComment,
): Promise<CommentRecord | null> {
  if (!parentId) return null;
  const [parent] = await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} + 1` })
    .where(
      and(
        eq(comments.id, parentId),
        eq(comments.objectType, objectType),
        eq(comments.objectId, objectId),
        isNull(comments.parentId),
        isNull(comments.deletedAt),
        authorSeen(tx, comments.authorId),
      ),
    )
    .returning();
  if (!parent) throw invalid('parentId', 'You can’t reply to that comment anymore.');
  return parent;
}

/**
 * Writes a comment or a reply.
 * @throws AppError 404, 403 when the item is locked, comments are off, or the viewer is banned, 422 for a
 * reply to something that can't be replied to, 429.
 */
export async function createComment(ctx: UserCtx, draft: NewComment): Promise<Comment> {
  await limitRate(ctx, `comment:${ctx.viewer.id}`, WRITING);
  const { objectType, objectId, text } = draft;
  const object = await objectOf(ctx, objectType, objectId);
  return transaction(ctx, async (tx) => {
    await lockObject(tx, object);
    await refuseWriting(tx, object);
    const parent = await answer(tx, draft);
    const [id, moment] = [tx.ports.ids(), now(tx)];
    await tx.db.insert(comments).values({
      id,
      objectType,
      objectId,
      ownerId: object.ownerId,
      authorId: tx.viewer.id,
      parentId: parent?.id ?? null,
      text,
      createdAt: moment,
      updatedAt: moment,
    });
    await addToCounts(tx, object, { comments: 1 });
    await notifyOfComment(tx, object, parent);
    return commentById(tx, id);
  });
}

async function findStanding(ctx: UserCtx, id: string): Promise<CommentRecord> {
  const [row] = await ctx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)));
  if (!row) throw notFound();
  return row;
}

/**
 * Edits the viewer's own comment, if they may still comment there.
 * @throws AppError 404, 403, 422
 */
export async function editComment(ctx: UserCtx, id: string, text: string): Promise<Comment> {
  const row = await findStanding(ctx, id);
  if (row.authorId !== ctx.viewer.id) throw notFound();
  await refuseWriting(ctx, await objectOf(ctx, row.objectType, row.objectId));
  const moment = now(ctx);
  const changed = await ctx.db
    .update(comments)
    .set({ text, editedAt: moment, updatedAt: moment })
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
    .returning({ id: comments.id });
  if (changed.length === 0) throw notFound();
  return commentById(ctx, id);
}

/**
 * Deletes a comment, for its author or the item's creator. One with replies stays as an empty placeholder.
 * @throws AppError 404
 */
export function deleteComment(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await findStanding(tx, id);
    if (row.authorId !== tx.viewer.id && row.ownerId !== tx.viewer.id) throw notFound();
    const object = { objectType: row.objectType, id: row.objectId };
    await lockObject(tx, object);
    const moment = now(tx);
    const removed = await tx.db
      .update(comments)
      .set({ text: '', pinned: false, deletedAt: moment, updatedAt: moment })
      .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
      .returning({ id: comments.id });
    if (removed.length === 0) throw notFound();
    if (row.parentId)
      await tx.db
        .update(comments)
        .set({ replies: sql`${comments.replies} - 1` })
        .where(eq(comments.id, row.parentId));
    await addToCounts(tx, object, { comments: -1 });
  });
}

/**
 * A comment on the viewer's own content.
 * @throws AppError 404
 */
export async function commentOnOwn(ctx: UserCtx, id: string): Promise<CommentRecord> {
  const row = await findStanding(ctx, id);
  if (row.ownerId !== ctx.viewer.id) throw notFound();
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
