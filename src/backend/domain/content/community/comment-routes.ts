import { type SQL, and, eq, isNull, sql } from 'drizzle-orm';
import type { comments as family } from '#contract/content/comments.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { comments } from '../../../db/schema/community.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { banAuthor, listBans, unban } from './comment-bans.ts';
import { closedTo, isSilent, refuseLocked } from './comment-rules.ts';
import { authorSeen, commentSeen, commentView, findComments } from './comment-presenters.ts';
import { createComment, deleteComment, editComment, pinComment } from './comment-mutations.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { objectOf } from '../media-items/objects.ts';
import { listHeldWords, setWords } from '../../people/held-words.ts';
import { approveComment, listHeldComments } from './comment-holding.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /comments'>['query'];
type Listed = ReplySource<'GET /comments'>;

function afterCursor({ cursor, parentId }: Query): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  // Compared as a pair, it is a position in the index, so deep pages stay fast.
  return sql`(${comments.createdAt}, ${comments.id}) ${parentId ? sql`>` : sql`<`} (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

const underObject = ({ objectType, objectId }: Query): SQL | undefined =>
  and(eq(comments.objectType, objectType), eq(comments.objectId, objectId));

/** The replies to one comment, if that comment is visible. */
const answersTo = (ctx: Ctx, parentId: string): SQL =>
  sql`${comments.parentId} = ${parentId} AND EXISTS (SELECT 1 FROM comments top WHERE top.id = ${parentId} AND (top.deleted_at IS NOT NULL OR (top.held_at IS NULL AND ${authorSeen(ctx, sql`top.author_id`)})))`;

/**
 * An item's comments, for anyone who may read the item.
 * @throws AppError 404, 403 when it is locked.
 */
async function listComments(ctx: Ctx, query: Query): Promise<Listed> {
  const object = await objectOf(ctx, query.objectType, query.objectId);
  refuseLocked(object);
  const closed = await closedTo(ctx, object);
  if (isSilent(object)) return { data: [], total: 0, nextCursor: null, closed };
  const where = and(
    underObject(query),
    query.parentId ? answersTo(ctx, query.parentId) : isNull(comments.parentId),
  );
  const unpinned = query.parentId ? undefined : eq(comments.pinned, false);
  const isTop = query.cursor === undefined && query.offset === 0 && !query.parentId;
  const [pinned, found, total] = await Promise.all([
    isTop
      ? findComments(ctx, and(where, eq(comments.pinned, true)), { count: 1, offset: 0, oldestFirst: false })
      : [],
    findComments(ctx, and(where, unpinned, afterCursor(query)), {
      count: query.limit + 1,
      offset: query.cursor === undefined ? query.offset : 0,
      oldestFirst: query.parentId !== undefined,
    }),
    cappedTotal(ctx, rowsWhere(ctx, comments, and(where, commentSeen(ctx))), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ comment }) => encodeCursor(comment));
  return { data: [...pinned, ...rows].map((row) => commentView(ctx, row)), total, nextCursor, closed };
}

export const commentHandlers: HandlersOf<typeof family> = {
  'POST /comments': (ctx, { body }) => createComment(ctx, body),
  'GET /comments': (ctx, { query }) => listComments(ctx, query),
  'PUT /comments/:id': (ctx, { params, body }) => editComment(ctx, params.id, body.text),
  async 'DELETE /comments/:id'(ctx, { params }) {
    await deleteComment(ctx, params.id);
    return { success: true };
  },
  'PUT /comments/:id/pin': (ctx, { params, body }) => pinComment(ctx, params.id, body.pinned),
  'GET /comments/held': (ctx, { query }) => listHeldComments(ctx, query),
  'POST /comments/:id/approve': (ctx, { params }) => approveComment(ctx, params.id),
  'GET /comments/held-words': async (ctx) => ({ words: await listHeldWords(ctx, ctx.viewer.id) }),
  'PUT /comments/held-words': async (ctx, { body }) => ({ words: await setWords(ctx, body.words) }),
  'POST /comments/:id/ban': (ctx, { params }) => banAuthor(ctx, params.id),
  'GET /comments/bans': (ctx, { query }) => listBans(ctx, query),
  async 'DELETE /comments/bans/:id'(ctx, { params }) {
    await unban(ctx, params.id);
    return { success: true };
  },
};
