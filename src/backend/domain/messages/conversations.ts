import { and, count, desc, eq, gt, ilike, or, sql } from 'drizzle-orm';
import type { Conversation } from '#contract/messages.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { conversationMembers, conversations } from '../../db/schema/messages.ts';
import { invalid, notAllowed, notFound } from '../../kernel/errors.ts';
import { mayMeet } from './conversation-members.ts';
import {
  conversationView,
  findConversation,
  isFanOfViewer,
  selectConversations,
} from './conversation-presenters.ts';
import { pairKeyOf, refusalToWrite } from './rules.ts';

/** Totals are counted up to this number. Nobody scrolls further, and counting all of them would be slow. */
const COUNT_UP_TO = 1_000;

/** `lastMessageAt` in milliseconds and the id of the last row on the page. */
const cursorOf = (row: { lastMessageAt: Date; id: string }) => `${row.lastMessageAt.getTime()}_${row.id}`;

function readCursor(cursor: string) {
  const found = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor);
  if (!found) throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  const at = new Date(Number(found[1])).toISOString();
  return sql`(${conversationMembers.lastMessageAt}, ${conversationMembers.conversationId}) < (${at}::timestamptz, ${found[2]}::uuid)`;
}

/** A LIKE pattern for text that contains `text`, in which `%` and `_` are ordinary characters. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL condition: the viewer's private conversations that contain a message, with people they may see. */
function listed(ctx: UserCtx, q: string | undefined) {
  const named = q
    ? or(ilike(accounts.name, containing(q)), ilike(accounts.username, containing(q)))
    : undefined;
  return and(
    eq(conversationMembers.accountId, ctx.viewer.id),
    eq(conversations.type, 'private'),
    gt(conversations.lastSeq, 0),
    mayMeet(ctx, conversationMembers.otherId),
    named,
  );
}

async function countListed(ctx: UserCtx, q: string | undefined): Promise<number> {
  const some = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(accounts, eq(accounts.id, conversationMembers.otherId))
    .where(listed(ctx, q))
    .limit(COUNT_UP_TO)
    .as('some');
  const [row] = await ctx.db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

type ListQuery = ParsedInput<'GET /conversations'>['query'];

/**
 * The query for a page and one more row. It reads along the member's index, however many conversations there
 * are.
 */
export function selectPage(ctx: UserCtx, { q, cursor, limit, offset }: ListQuery) {
  return selectConversations(ctx)
    .where(and(listed(ctx, q), cursor === undefined ? undefined : readCursor(cursor)))
    .orderBy(desc(conversationMembers.lastMessageAt), desc(conversationMembers.conversationId))
    .offset(cursor === undefined ? offset : 0)
    .limit(limit + 1);
}

/** The viewer's conversations by last message, newest first, from an offset or a cursor. */
export async function listConversations(
  ctx: UserCtx,
  query: ListQuery,
): Promise<ReplySource<'GET /conversations'>> {
  const rows = await selectPage(ctx, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const isMore = rows.length > query.limit;
  return {
    data: page.map((row) => conversationView(ctx, row)),
    total: await countListed(ctx, query.q),
    isMore,
    nextCursor: isMore && last ? cursorOf(last) : null,
  };
}

/** @throws AppError 404 when the conversation isn't the viewer's or the members may not see each other. */
export const getConversation = async (ctx: UserCtx, id: string): Promise<Conversation> =>
  conversationView(ctx, await findConversation(ctx, id));

/** The account to write to, if the viewer may see it. */
async function findAddressee(ctx: UserCtx, target: { id: string; isPerformer: boolean }) {
  const [row] = await ctx.db
    .select({
      isPerformer: accounts.isPerformer,
      suspendedAt: accounts.suspendedAt,
      verified: performers.verified,
      otherIsFan: isFanOfViewer(ctx, accounts.id),
    })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, target.id),
        eq(accounts.isPerformer, target.isPerformer),
        mayMeet(ctx, accounts.id),
      ),
    );
  if (!row) throw notFound();
  return row;
}

/** Creates the conversation of two accounts. Of two concurrent calls, the second finds the first one's. */
async function makeConversation(ctx: UserCtx, otherId: string): Promise<string> {
  const pairKey = pairKeyOf(ctx.viewer.id, otherId);
  return transaction(ctx, async (tx) => {
    const moment = now(tx);
    const made = await tx.db
      .insert(conversations)
      .values({ id: tx.ports.ids(), type: 'private', pairKey, createdAt: moment, updatedAt: moment })
      .onConflictDoNothing({ target: conversations.pairKey })
      .returning({ id: conversations.id });
    const conversationId = made[0]?.id;
    if (conversationId === undefined) {
      const [found] = await tx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(eq(conversations.pairKey, pairKey));
      if (!found) throw new Error('a conversation vanished');
      return found.id;
    }
    await tx.db.insert(conversationMembers).values([
      { conversationId, accountId: tx.viewer.id, otherId, lastMessageAt: moment },
      { conversationId, accountId: otherId, otherId: tx.viewer.id, lastMessageAt: moment },
    ]);
    return conversationId;
  });
}

/**
 * The conversation with an account, created when there is none and the viewer may write to it.
 * @throws AppError 404 when the two may not see each other (two fans never do), 403 when the viewer must be
 * written to first.
 */
export async function openConversationWith(
  ctx: UserCtx,
  body: ParsedInput<'POST /conversations'>['body'],
): Promise<Conversation> {
  if (body.sourceId === ctx.viewer.id) throw invalid('sourceId', 'You can’t message yourself.');
  const addressee = await findAddressee(ctx, { id: body.sourceId, isPerformer: body.source === 'performer' });
  const [existing] = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, pairKeyOf(ctx.viewer.id, body.sourceId)));
  if (existing) return getConversation(ctx, existing.id);
  if (addressee.suspendedAt || (!addressee.isPerformer && !ctx.viewer.isPerformer)) throw notFound();
  const refusal = refusalToWrite({
    writerIsPerformer: ctx.viewer.isPerformer,
    other: addressee,
    otherIsFan: addressee.otherIsFan,
    otherHasWritten: false,
  });
  if (refusal) throw addressee.isPerformer ? notFound() : notAllowed(refusal);
  return getConversation(ctx, await makeConversation(ctx, body.sourceId));
}
