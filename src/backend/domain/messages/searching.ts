import { type SQL, and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { MessageHit } from '#contract/messages/search.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { endsOpen, snippetOf, wordsOf } from '#lib/snippet.ts';
import { rowsOf } from '../../db/db.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { messageWords, messages } from '../../db/schema/messages.ts';
import { invalid } from '../../kernel/errors.ts';
import { cardColumns, cardOf } from '../accounts/profile-cards.ts';
import { mayMeet, openConversation } from './conversation-members.ts';

type Query = ParsedInput<'GET /messages/search'>['query'];

/** How many of the newest messages are read before the index of words is asked. */
const NEWEST = 1_000;

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }) => `${createdAt.getTime()}_${id}`;

function olderThan(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const found = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor);
  if (!found) throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  const at = new Date(Number(found[1])).toISOString();
  return sql`(${messages.createdAt}, ${messages.id}) < (${at}::timestamptz, ${found[2]}::uuid)`;
}

/** The words of a query as PostgreSQL's text search reads them; null for one without words. */
const sought = (q: string): SQL =>
  sql`(nullif(plainto_tsquery('simple', ${q})::text, '') || ${endsOpen(q) ? ':*' : ''})::tsquery`;

/** An entry that `messageWords` adds to a message's own words. */
const entry = (kind: 'in' | 'with' | 'from', id: string): SQL => sql`${`' ${kind} ${id}'`}::tsquery`;

/** What the index is asked for: the words, among the viewer's messages or those of one conversation. */
function matches(ctx: UserCtx, { q, conversationId, from }: Query): SQL {
  const parts = [
    sought(q),
    conversationId === undefined ? entry('with', ctx.viewer.id) : entry('in', conversationId),
    ...(from === 'me' ? [entry('from', ctx.viewer.id)] : []),
  ];
  return sql`${messageWords(messages)} @@ (${sql.join(parts, sql` && `)})`;
}

/** The other participant's id, on rows with a sender and a recipient. */
const otherThan = (ctx: UserCtx, rows: SQL): SQL =>
  sql`CASE WHEN ${rows}.sender_id = ${ctx.viewer.id} THEN ${rows}.recipient_id ELSE ${rows}.sender_id END`;

/** The newest messages that the query may find, with or without its words. */
function newest(ctx: UserCtx, { conversationId, from, cursor }: Query): SQL {
  const older = olderThan(cursor) ?? sql`true`;
  const where = (condition: SQL) =>
    sql`(SELECT id, text, created_at, sender_id, recipient_id FROM messages WHERE ${condition} AND deleted_at IS NULL AND ${older} ORDER BY created_at DESC, id DESC LIMIT ${NEWEST})`;
  const sent = eq(messages.senderId, ctx.viewer.id);
  const received = eq(messages.recipientId, ctx.viewer.id);
  if (from !== 'anyone') {
    const here = conversationId === undefined ? undefined : eq(messages.conversationId, conversationId);
    return where(and(from === 'me' ? sent : received, here) ?? sent);
  }
  if (conversationId !== undefined) return where(eq(messages.conversationId, conversationId));
  return sql`(SELECT * FROM (${where(sent)} UNION ALL ${where(received)}) AS both_ways ORDER BY created_at DESC, id DESC LIMIT ${NEWEST})`;
}

/**
 * Looks for the words in the newest messages alone. Null if older ones may be among the page: then the index of
 * words is asked, which is slow only for words that stand in very many messages.
 */
async function amongNewest(ctx: UserCtx, query: Query): Promise<string[] | null> {
  const [row] = await rowsOf<{ seen: number; ids: string[] }>(
    ctx.db.execute(sql`
    WITH newest AS MATERIALIZED (${newest(ctx, query)})
    SELECT (SELECT count(*)::int FROM newest) AS seen, ARRAY(
      SELECT id::text FROM newest
      WHERE to_tsvector('simple', text) @@ ${sought(query.q)} AND ${mayMeet(ctx, otherThan(ctx, sql`newest`))}
      ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}) AS ids`),
  );
  if (!row) throw new Error('a query without rows');
  return row.ids.length > query.limit || row.seen < NEWEST ? row.ids : null;
}

/** Asks the index of words. The conditions use the messages' own columns, because it may find thousands. */
export function selectIndexed(ctx: UserCtx, query: Query) {
  return ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        matches(ctx, query),
        isNull(messages.deletedAt),
        // As CASE, so that no other index fits: the words decide how many rows are read.
        sql`CASE WHEN ${messages.senderId} = ${ctx.viewer.id} THEN true ELSE ${messages.recipientId} = ${ctx.viewer.id} END`,
        query.from === 'others' ? ne(messages.senderId, ctx.viewer.id) : undefined,
        mayMeet(ctx, otherThan(ctx, sql`messages`)),
        olderThan(query.cursor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(query.limit + 1);
}

const hitsOf = (ctx: UserCtx, ids: readonly string[]) =>
  ctx.db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      senderId: messages.senderId,
      seq: messages.seq,
      type: messages.type,
      text: messages.text,
      createdAt: messages.createdAt,
      card: cardColumns,
    })
    .from(messages)
    .innerJoin(accounts, sql`${accounts.id} = ${otherThan(ctx, sql`messages`)}`)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(inArray(messages.id, [...ids]))
    .orderBy(desc(messages.createdAt), desc(messages.id));

/**
 * Messages that hold all the words, newest first; the last word may be the beginning of one. Only messages of
 * the viewer's conversations with people they may meet, never deleted ones.
 * @throws AppError 404 for a conversation that isn't the viewer's.
 */
export async function searchMessages(
  ctx: UserCtx,
  query: Query,
): Promise<ReplySource<'GET /messages/search'>> {
  if (query.conversationId !== undefined) await openConversation(ctx, query.conversationId);
  if (wordsOf(query.q).length === 0) return { data: [], nextCursor: null };
  const found = (await amongNewest(ctx, query)) ?? (await selectIndexed(ctx, query)).map((row) => row.id);
  if (found.length === 0) return { data: [], nextCursor: null };
  const rows = await hitsOf(ctx, found.slice(0, query.limit));
  const last = rows.at(-1);
  const data: MessageHit[] = rows.map(({ id, card, text, createdAt, ...message }) => ({
    message: { _id: id, ...message, createdAt: createdAt.toISOString() },
    recipient: cardOf(ctx, card),
    snippet: snippetOf(text, query.q),
  }));
  return { data, nextCursor: found.length > query.limit && last ? cursorOf(last) : null };
}
