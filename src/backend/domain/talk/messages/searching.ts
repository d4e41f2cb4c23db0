import { type SQL, and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { MessageHit } from '#contract/talk/messages/search.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type SoughtWords, findSnippet, soughtIn } from '#lib/snippet.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { messageWords, messages } from '../../../db/schema/messages.ts';
import { invalid } from '../../../kernel/errors.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { mayMeet, openConversation } from './conversation-members.ts';
import { otherThan, selectNewest } from './searching-query.ts';

type Query = ParsedInput<'GET /messages/search'>['query'];

/** How many of the newest messages are read before the index of words is asked. */
const NEWEST = 1_000;
const formatCursor = ({ createdAt, id }: { createdAt: Date; id: string }) => `${createdAt.getTime()}_${id}`;

function olderThan(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const found = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor);
  if (!found) throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  const at = new Date(Number(found[1])).toISOString();
  return sql`(${messages.createdAt}, ${messages.id}) < (${at}::timestamptz, ${found[2]}::uuid)`;
}

/** An entry of the index, exactly or by its beginning, as a part of a `tsquery`. */
const entry = (said: string, isBegun = false): string =>
  `'${said.replaceAll(/['\\]/g, '$&$&')}'${isBegun ? ':*' : ''}`;

/** What the index is asked for: the words, among the viewer's messages or those of one conversation. */
function matches(ctx: UserCtx, { conversationId, from }: Query, { whole, begun }: SoughtWords): SQL {
  const parts = [
    conversationId === undefined ? entry(` with ${ctx.viewer.id}`) : entry(` in ${conversationId}`),
    ...(from === 'me' ? [entry(` from ${ctx.viewer.id}`)] : []),
    ...whole.map((word) => entry(word)),
    ...(begun === null ? [] : [entry(begun, true)]),
  ];
  return sql`${messageWords(messages)} @@ ${parts.join(' & ')}::tsquery`;
}

/**
 * Looks for the words in the newest messages alone. `isPage` is false if older ones may be among the page: then the
 * index of words is asked, too, which is slow only for words that stand in very many messages.
 */
async function amongNewest(
  ctx: UserCtx,
  query: Query,
  words: SoughtWords,
): Promise<{ ids: string[]; isPage: boolean }> {
  const row = await selectNewest(ctx.db, {
    query,
    viewer: ctx.viewer.id,
    words,
    older: olderThan(query.cursor),
    visible: mayMeet(ctx, otherThan(ctx.viewer.id, sql`newest`)) ?? sql`true`,
    most: NEWEST,
  });
  if (!row) throw new Error('a query without rows');
  return { ids: row.ids, isPage: row.ids.length > query.limit || row.seen < NEWEST };
}

/** Asks the index of words. The conditions use the messages' own columns, because it may find thousands. */
export function selectIndexed(ctx: UserCtx, query: Query, words: SoughtWords) {
  return ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        matches(ctx, query, words),
        isNull(messages.deletedAt),
        // As CASE, so that no other index fits: the words decide how many rows are read.
        sql`CASE WHEN ${messages.senderId} = ${ctx.viewer.id} THEN true ELSE ${messages.recipientId} = ${ctx.viewer.id} END`,
        query.from === 'others' ? ne(messages.senderId, ctx.viewer.id) : undefined,
        mayMeet(ctx, otherThan(ctx.viewer.id, sql`messages`)),
        olderThan(query.cursor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(query.limit + 1);
}

/** Those of the page, and one more if there is another. */
async function foundIn(ctx: UserCtx, query: Query, words: SoughtWords): Promise<string[]> {
  const { ids, isPage } = await amongNewest(ctx, query, words);
  return isPage ? ids : (await selectIndexed(ctx, query, words)).map(({ id }) => id);
}

/** The newest of some messages. */
const newestHits = (ctx: UserCtx, ids: readonly string[], limit: number) =>
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
    .innerJoin(accounts, sql`${accounts.id} = ${otherThan(ctx.viewer.id, sql`messages`)}`)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(inArray(messages.id, [...ids]))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit);

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
  const words = soughtIn(query.q);
  if (words === null) return { data: [], nextCursor: null };
  const found = await foundIn(ctx, query, words);
  if (found.length === 0) return { data: [], nextCursor: null };
  const rows = await newestHits(ctx, found, query.limit);
  const last = rows.at(-1);
  const data: MessageHit[] = rows.map(({ id, card, text, createdAt, ...message }) => ({
    message: { _id: id, ...message, createdAt: createdAt.toISOString() },
    recipient: toPerformerCard(ctx, card),
    snippet: findSnippet(text, query.q),
  }));
  return { data, nextCursor: found.length > query.limit && last ? formatCursor(last) : null };
}
