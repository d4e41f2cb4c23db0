import { type SQL, and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { Comment } from '#contract/content/comments.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { comments } from '../../../db/schema/community.ts';
import { notFound } from '../../../kernel/errors.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { type MediaItemObject, lockObject, objectLabels } from '../media-items/objects.ts';
import { notify } from '../../people/notifications/notify.ts';
import { type HeldBy, heldBy } from '../../people/held-words.ts';
import { authorSeen, commentById, commentView, findHeldComments } from './comment-presenters.ts';
import { type CommentRecord, commentPath, publish } from './comment-publishing.ts';
import { cappedTotal, countUpTo, rowsWhere } from '../../../kernel/paging.ts';

/** Whose words hold a comment of the viewer on an item, or null. */
export const findHolder = (tx: UserCtx, { ownerId }: MediaItemObject, text: string): Promise<HeldBy | null> =>
  heldBy(tx, text, { performerId: ownerId, isTrusted: tx.viewer.id === ownerId });

/** Tells the creator that a comment waits. One that the site reviews is none of theirs before it is shown. */
export async function notifyOfHeld(tx: UserCtx, row: CommentRecord): Promise<void> {
  if (row.heldBy !== 'creator') return;
  await notify(tx, {
    to: row.ownerId,
    type: 'comment',
    actor: tx.viewer,
    text: `${tx.viewer.name} left a comment that’s waiting for your review.`,
    href: routes.creatorComments,
    kind: 'comment-held',
    group: { key: 'comment-held', phrase: 'left comments that are waiting for your review' },
  });
}

async function loadName(tx: Ctx, id: string): Promise<string> {
  const [row] = await tx.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, id));
  return row?.name ?? '';
}

/** Tells the author what became of a comment that waited. */
export async function notifyOfReview(
  tx: Ctx,
  row: CommentRecord,
  outcome: 'approved' | 'deleted',
): Promise<void> {
  const where = `Your comment on ${await loadName(tx, row.ownerId)}’s ${objectLabels[row.objectType]}`;
  const said = {
    approved: 'was approved and is now visible.',
    deleted: 'was reviewed and deleted.',
  };
  await notify(tx, {
    to: row.authorId,
    type: 'reply',
    text: `${where} ${said[outcome]}`,
    href: commentPath(row),
    kind: 'comment-reviewed',
  });
}

/** A comment that is held by these words, or null. */
export async function findHeld(ctx: Ctx, id: string, by: HeldBy): Promise<CommentRecord | null> {
  const [row] = await ctx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.heldBy, by), isNull(comments.deletedAt)));
  return row ?? null;
}

/**
 * Shows a held comment as if it had just been written. Call it with the item locked.
 * @throws AppError 404 when it was deleted, 409 when what it replies to was.
 */
export async function release(tx: Ctx, id: string): Promise<void> {
  const moment = now(tx);
  const [row] = await tx.db
    .update(comments)
    .set({ heldAt: null, heldBy: null, createdAt: moment, updatedAt: moment })
    .where(and(eq(comments.id, id), isNotNull(comments.heldAt), isNull(comments.deletedAt)))
    .returning();
  if (!row) throw notFound();
  await publish(tx, row, { id: row.authorId, name: await loadName(tx, row.authorId) });
  await notifyOfReview(tx, row, 'approved');
}

/**
 * Shows a comment that was held for the viewer's review. Repeating it changes nothing.
 * @throws AppError 404, 409 when what it replies to was deleted.
 */
export function approveComment(ctx: UserCtx, id: string): Promise<Comment> {
  return transaction(ctx, async (tx) => {
    const mine = and(eq(comments.id, id), eq(comments.ownerId, tx.viewer.id), isNull(comments.deletedAt));
    const [found] = await tx.db.select().from(comments).where(mine);
    if (!found || found.heldBy === 'site') throw notFound();
    await lockObject(tx, { objectType: found.objectType, id: found.objectId });
    const isWaiting = (await findHeld(tx, id, 'creator')) !== null;
    if (isWaiting) await release(tx, id);
    return commentById(tx, id);
  });
}

const heldAfter = (cursor: string | undefined): SQL | undefined => {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${comments.heldAt}, ${comments.id}) > (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
};

const heldForViewer = (ctx: UserCtx) =>
  and(eq(comments.heldBy, 'creator'), eq(comments.ownerId, ctx.viewer.id), isNotNull(comments.heldAt));
const stillWaiting = (ctx: UserCtx) =>
  and(heldForViewer(ctx), isNull(comments.deletedAt), authorSeen(ctx, comments.authorId));

/** Comments that wait for the viewer's review, counted up to `most`. */
export const countHeldComments = (ctx: UserCtx, most: number): Promise<number> =>
  countUpTo(ctx, rowsWhere(ctx, comments, stillWaiting(ctx)), most);

/** Comments on the viewer's items that wait for their review, the longest waiting first. */
export async function listHeldComments(
  ctx: UserCtx,
  query: ParsedInput<'GET /comments/held'>['query'],
): Promise<{ data: Comment[]; total: number; nextCursor: string | null }> {
  const mine = heldForViewer(ctx);
  const waiting = stillWaiting(ctx);
  const [found, total] = await Promise.all([
    findHeldComments(ctx, and(mine, heldAfter(query.cursor)), {
      count: query.limit + 1,
      offset: query.cursor === undefined ? query.offset : 0,
    }),
    cappedTotal(ctx, rowsWhere(ctx, comments, waiting), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ comment }) =>
    encodeCursor({ createdAt: comment.heldAt ?? comment.createdAt, id: comment.id }),
  );
  return { data: rows.map((row) => commentView(ctx, row)), total, nextCursor };
}
