import { and, eq, isNull, sql } from 'drizzle-orm';
import { findMentions } from '#lib/markup/references.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { comments } from '../../../db/schema/community.ts';
import { conflict } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { addToCounts, objectLabels } from '../media-items/objects.ts';
import { pageOf } from '../media-items/pages.ts';
import { notify } from '../../people/notifications/notify.ts';

export type CommentRecord = typeof comments.$inferSelect;
interface Author {
  readonly id: string;
  readonly name: string;
}

/** Where a comment is read, for notifications about it. */
export function commentPath({ objectType, objectId }: CommentRecord): string | null {
  const href = pageOf(objectType, objectId);
  return href && `${href}#comments`;
}

/** Notifies the creator, and the author of the comment replied to. */
async function notifyOfComment(
  tx: Ctx,
  row: CommentRecord,
  { parent, actor }: { parent: CommentRecord | null; actor: Author },
): Promise<void> {
  const about = { actor, href: commentPath(row), kind: 'comment' };
  const commented = `commented on your ${objectLabels[row.objectType]}`;
  // A creator whose comment is replied to hears of it once, as the comment on their own.
  if (parent && parent.authorId !== row.ownerId)
    await notify(tx, {
      ...about,
      to: parent.authorId,
      type: 'reply',
      text: `${actor.name} replied to your comment.`,
      group: { key: `reply:${parent.id}`, phrase: 'replied to your comment' },
    });
  await notify(tx, {
    ...about,
    to: row.ownerId,
    type: 'comment',
    text: `${actor.name} ${commented}.`,
    group: { key: `comment:${row.objectId}`, phrase: commented },
  });
}

/** Counts a reply on the comment it replies to. */
async function countReply(tx: Ctx, { parentId }: CommentRecord): Promise<CommentRecord | null> {
  if (!parentId) return null;
  const [parent] = await tx.db
    .update(comments)
    .set({ replies: sql`${comments.replies} + 1` })
    .where(and(eq(comments.id, parentId), isNull(comments.deletedAt)))
    .returning();
  if (!parent) throw conflict('The comment this replies to was deleted.');
  return parent;
}

/** Queues the job that tells the people whom a comment mentions. */
export async function enqueueMentions(
  tx: Ctx,
  { id, text }: Pick<CommentRecord, 'id' | 'text'>,
): Promise<void> {
  if (findMentions(text).length > 0)
    await enqueue(tx, { kind: 'comment-mentions', payload: { commentId: id } });
}

/**
 * Counts a comment that everyone can see from now on, and tells those it concerns. Lock the item first.
 * @throws AppError 409 when what it replies to was deleted.
 */
export async function publish(tx: Ctx, row: CommentRecord, author: Author): Promise<void> {
  const parent = await countReply(tx, row);
  await addToCounts(tx, { objectType: row.objectType, id: row.objectId }, { comments: 1 });
  await notifyOfComment(tx, row, { parent, actor: author });
  await enqueueMentions(tx, row);
}
