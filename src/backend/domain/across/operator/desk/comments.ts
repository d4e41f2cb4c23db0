import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeskComment } from '#contract/across/operator/words.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { comments } from '../../../../db/schema/community.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { pageOf } from '../../../content/media-items/pages.ts';
import type { OperatorCtx } from '../audit.ts';
import { afterCursor, personRef } from './lists.ts';

const authors = alias(accounts, 'author');
const owners = alias(accounts, 'owner');

const selectHeld = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      id: comments.id,
      text: comments.text,
      objectType: comments.objectType,
      objectId: comments.objectId,
      heldAt: comments.heldAt,
      createdAt: comments.createdAt,
      author: { id: authors.id, username: authors.username, name: authors.name },
      owner: { id: owners.id, username: owners.username, name: owners.name },
    })
    .from(comments)
    .innerJoin(authors, eq(authors.id, comments.authorId))
    .innerJoin(owners, eq(owners.id, comments.ownerId));
type Row = Awaited<ReturnType<typeof selectHeld>>[number];

const since = ({ heldAt, createdAt }: Row): Date => heldAt ?? createdAt;
const view = (row: Row): DeskComment => ({
  _id: row.id,
  text: row.text,
  author: personRef(row.author),
  owner: personRef(row.owner),
  objectType: row.objectType,
  href: pageOf(row.objectType, row.objectId),
  heldAt: since(row).toISOString(),
});

/** Comments that wait because of the site's words, the longest waiting first. */
export async function searchHeldComments(
  ctx: OperatorCtx,
  query: ParsedInput<'GET /operator/comments'>['query'],
) {
  const waiting = and(eq(comments.heldBy, 'site'), isNotNull(comments.heldAt), isNull(comments.deletedAt));
  const [rows, [counted]] = await Promise.all([
    selectHeld(ctx)
      .where(and(waiting, afterCursor(query, { at: comments.heldAt, id: comments.id }, 'oldest')))
      .orderBy(asc(comments.heldAt), asc(comments.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(comments).where(waiting),
  ]);
  const page = cutPage(rows, query.limit, (row) => encodeCursor({ id: row.id, createdAt: since(row) }));
  return { data: page.rows.map(view), total: counted?.total ?? 0, nextCursor: page.nextCursor };
}
