import { type SQL, and, desc, eq, gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { conversationMembers, conversations } from '../../../db/schema/messages.ts';
import { notFound } from '../../../kernel/errors.ts';
import { onlineMs, rooms } from '../../../kernel/hub.ts';
import { requestPlaces, openToPlaces, unblocked } from '../../base/access/block-rules.ts';
import { recipientRooms } from '../../people/accounts/recipients.ts';

/**
 * `ownerClosed` of the access rule as an SQL condition on a column with the other account's id, for lists
 * paged in SQL.
 */
export function mayMeet(ctx: UserCtx, other: AnyPgColumn | SQL): SQL | undefined {
  const here = requestPlaces(ctx.request);
  return and(unblocked(sql`${ctx.viewer.id}::uuid`, other), here ? openToPlaces(other, here) : undefined);
}

export interface OpenConversation {
  readonly id: string;
  readonly otherId: string;
  readonly lastSeq: number;
  readonly lastChange: number;
  readonly readSeq: number;
}

const openColumns = {
  id: conversations.id,
  otherId: conversationMembers.otherId,
  lastSeq: conversations.lastSeq,
  lastChange: conversations.lastChange,
  readSeq: conversationMembers.readSeq,
};

function selectOpen(ctx: UserCtx, conversationId: string) {
  return ctx.db
    .select(openColumns)
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.conversationId, conversationId),
        eq(conversationMembers.accountId, ctx.viewer.id),
        mayMeet(ctx, conversationMembers.otherId),
      ),
    );
}

/**
 * A conversation of the viewer's with someone they may see.
 * @throws AppError 404 for any other.
 */
export async function openConversation(ctx: UserCtx, conversationId: string): Promise<OpenConversation> {
  const [row] = await selectOpen(ctx, conversationId);
  if (!row) throw notFound();
  return row;
}

/**
 * Like `openConversation`, with the conversation's row locked until the end of the transaction. Assigning a
 * `seq`, counting unread messages, and setting the last message all require this lock, so that they stay
 * consistent. Blocking takes it too: who may write is checked after it, in a statement of its own.
 */
export async function lockConversation(tx: UserCtx, conversationId: string): Promise<OpenConversation> {
  const [row] = await selectOpen(tx, conversationId).for('no key update', { of: conversations });
  if (!row) throw notFound();
  return row;
}

/** Notifies both members in all their tabs. The viewer is the one who acted. */
export async function notifyBoth<E extends ServerEvent>(
  tx: UserCtx,
  otherId: string,
  notice: { event: E; payload: ServerEvents[E] },
): Promise<void> {
  const theirs = await recipientRooms(tx, tx.viewer.id, [otherId]);
  for (const room of [rooms.account(tx.viewer.id), ...theirs]) tx.emit(room, notice.event, notice.payload);
}

/** Conversations whose other member is told that somebody came or went, and how many are told at most. */
const NEAR = { conversations: 1_000, partners: 200 };

/**
 * Accounts with conversations with this one that may see it and are online. Limited to the most recent
 * conversations, because a mass message opens one with every follower, and each partner is notified
 * individually.
 */
export async function onlinePartners(ctx: Ctx, accountId: string): Promise<string[]> {
  const recent = ctx.db
    .select({ otherId: conversationMembers.otherId, lastMessageAt: conversationMembers.lastMessageAt })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.accountId, accountId),
        // Whoever only asked to write isn't told, and archived conversations aren't looked at.
        eq(conversationMembers.folder, 'inbox'),
      ),
    )
    .orderBy(
      desc(conversationMembers.isPinned),
      desc(conversationMembers.lastMessageAt),
      desc(conversationMembers.conversationId),
    )
    .limit(NEAR.conversations)
    .as('recent');
  const rows = await ctx.db
    .select({ id: recent.otherId })
    .from(recent)
    .innerJoin(accounts, eq(accounts.id, recent.otherId))
    .where(
      and(
        gt(accounts.lastSeenAt, new Date(now(ctx).getTime() - onlineMs)),
        unblocked(sql`${accountId}::uuid`, sql`${recent.otherId}`),
      ),
    )
    .orderBy(desc(recent.lastMessageAt))
    .limit(NEAR.partners);
  return rows.map((row) => row.id);
}
