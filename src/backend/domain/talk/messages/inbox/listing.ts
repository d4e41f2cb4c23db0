import { type SQL, and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { matchesText } from '../../../../db/matches-text.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { fanListMembers, fanLists } from '../../../../db/schema/broadcasts.ts';
import { conversationMembers, conversations } from '../../../../db/schema/messages.ts';
import { invalid, notFound } from '../../../../kernel/errors.ts';
import { mayMeet } from '../conversation-members.ts';
import { conversationView, selectConversations } from '../conversation-presenters.ts';
import { countFolders } from './waiting-query.ts';

/** Totals are counted up to this number. Nobody scrolls further, and counting all of them would be slow. */
const COUNT_UP_TO = 1_000;
/** The numbers beside the lists' names. */
const WAITING_UP_TO = 100;

/** Whether the last row on the page is pinned, its `lastMessageAt` in milliseconds, and its id. */
const formatCursor = (row: { isPinned: boolean; lastMessageAt: Date; id: string }) =>
  `${row.isPinned ? 1 : 0}_${row.lastMessageAt.getTime()}_${row.id}`;

function readCursor(cursor: string) {
  const found = /^([01])_(\d{1,14})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(
    cursor,
  );
  if (!found) throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return sql`(${conversationMembers.isPinned}, ${conversationMembers.lastMessageAt}, ${conversationMembers.conversationId}) < (${found[1] === '1'}::boolean, ${new Date(Number(found[2])).toISOString()}::timestamptz, ${found[3]}::uuid)`;
}

type Filter = Pick<ParsedInput<'GET /conversations'>['query'], 'q' | 'filter' | 'listId'>;

/** SQL condition: the member has something new in the conversation, or marked it as unread. */
export const isUnread: SQL = sql`(${conversationMembers.unread} > 0 OR ${conversationMembers.isMarkedUnread})`;

/** SQL condition: the conversation is in the list. A search without a list looks through all of them. */
function inList({ q, filter, listId }: Filter): SQL | undefined {
  const folder = filter === 'requests' || filter === 'archived' ? filter : 'inbox';
  if (filter === 'all' && (q || listId !== undefined)) return undefined;
  return and(eq(conversationMembers.folder, folder), filter === 'unread' ? isUnread : undefined);
}

const onFanList = (listId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${fanListMembers} WHERE ${fanListMembers.listId} = ${listId} AND ${fanListMembers.accountId} = ${conversationMembers.otherId})`;

/** SQL condition: the viewer's private conversations that contain a message, with people they may see. */
function listed(ctx: UserCtx, { q, filter, listId }: Filter) {
  const named = q ? matchesText(q, accounts.name, accounts.username) : undefined;
  return and(
    eq(conversationMembers.accountId, ctx.viewer.id),
    inList({ q, filter, listId }),
    eq(conversations.type, 'private'),
    gt(conversations.lastSeq, 0),
    mayMeet(ctx, conversationMembers.otherId),
    listId === undefined ? undefined : onFanList(listId),
    named,
  );
}

async function countListed(ctx: UserCtx, filter: Filter): Promise<number> {
  const some = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(accounts, eq(accounts.id, conversationMembers.otherId))
    .where(listed(ctx, filter))
    .limit(COUNT_UP_TO)
    .as('some');
  const [row] = await ctx.db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

type ListQuery = Filter & Pick<ParsedInput<'GET /conversations'>['query'], 'cursor' | 'limit' | 'offset'>;

/**
 * The query for a page and one more row. It reads along the member's index, however many conversations there
 * are.
 */
export function selectPage(ctx: UserCtx, { cursor, limit, offset, ...filter }: ListQuery) {
  return selectConversations(ctx)
    .where(and(listed(ctx, filter), cursor === undefined ? undefined : readCursor(cursor)))
    .orderBy(
      desc(conversationMembers.isPinned),
      desc(conversationMembers.lastMessageAt),
      desc(conversationMembers.conversationId),
    )
    .offset(cursor === undefined ? offset : 0)
    .limit(limit + 1);
}

/** @throws AppError 404 unless the list of fans is the viewer's. */
async function assertOwnList(ctx: UserCtx, listId: string): Promise<void> {
  const [own] = await ctx.db
    .select({ id: fanLists.id })
    .from(fanLists)
    .where(and(eq(fanLists.id, listId), eq(fanLists.performerId, ctx.viewer.id)));
  if (!own) throw notFound();
}

/**
 * One of the viewer's lists of conversations: pinned ones first, then by last message, newest first; from an
 * offset or a cursor.
 * @throws AppError 404 for a list of fans that isn't the viewer's, 422 for an invalid cursor.
 */
export async function listConversations(
  ctx: UserCtx,
  query: ListQuery,
): Promise<ReplySource<'GET /conversations'>> {
  if (query.listId !== undefined) await assertOwnList(ctx, query.listId);
  const rows = await selectPage(ctx, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const isMore = rows.length > query.limit;
  return {
    data: await Promise.all(page.map((row) => conversationView(ctx, row))),
    total: await countListed(ctx, query),
    isMore,
    nextCursor: isMore && last ? formatCursor(last) : null,
  };
}

/** SELECT of the viewer's conversations in a folder that fulfil a condition. */
const waiting = (ctx: UserCtx, folder: 'inbox' | 'requests', condition: SQL | undefined) =>
  ctx.db
    .select({ one: sql`1` })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.accountId, ctx.viewer.id),
        eq(conversationMembers.folder, folder),
        condition,
        mayMeet(ctx, conversationMembers.otherId),
      ),
    )
    .limit(WAITING_UP_TO);

/** How many conversations have unread messages, and how many requests wait; each counted up to 100. */
export function countWaiting(ctx: UserCtx): Promise<{ unread: number; requests: number }> {
  return countFolders(ctx.db, {
    unread: waiting(ctx, 'inbox', isUnread),
    requests: waiting(ctx, 'requests', undefined),
  });
}
