import { type SQL, and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Conversation, Message } from '#contract/messages.ts';
import { type UserCtx, now } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { follows } from '../../db/schema/community.ts';
import { performers } from '../../db/schema/creators.ts';
import { conversationMembers, conversations, messages } from '../../db/schema/messages.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import { notFound } from '../../kernel/errors.ts';
import { type CardRow, cardColumns, cardOf } from '../accounts/profile-cards.ts';
import { mayMeet } from './conversation-members.ts';
import { refusalToWrite } from './rules.ts';

/** The other member's row; the viewer's own is `conversationMembers`. */
const otherMember = alias(conversationMembers, 'other_member');
const PREVIEW_LENGTH = 140;

/**
 * Whether the account follows or subscribes to the viewer. Always false when the viewer is a fan, since fans
 * have no followers.
 */
export function isFanOfViewer(ctx: UserCtx, accountId: AnyPgColumn): SQL<boolean> {
  if (!ctx.viewer.isPerformer) return sql<boolean>`false`;
  const one = { one: sql`1` };
  const following = ctx.db
    .select(one)
    .from(follows)
    .where(and(eq(follows.followerId, accountId), eq(follows.performerId, ctx.viewer.id)));
  const subscribing = ctx.db
    .select(one)
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, accountId),
        eq(subscriptions.performerId, ctx.viewer.id),
        inArray(subscriptions.state, ['active', 'past_due', 'cancelled']),
        gt(subscriptions.periodEnd, now(ctx)),
      ),
    );
  return sql<boolean>`${or(exists(following), exists(subscribing))}`;
}

/** Selects everything a conversation's view shows, from the viewer's side. Filter and page it as needed. */
export function selectConversations(ctx: UserCtx) {
  return ctx.db
    .select({
      id: conversations.id,
      type: conversations.type,
      lastSeq: conversations.lastSeq,
      updatedAt: conversations.updatedAt,
      unread: conversationMembers.unread,
      lastMessageAt: conversationMembers.lastMessageAt,
      otherReadSeq: otherMember.readSeq,
      otherWroteAt: otherMember.wroteAt,
      card: cardColumns,
      suspendedAt: accounts.suspendedAt,
      otherIsFan: isFanOfViewer(ctx, accounts.id),
      last: {
        text: sql<string>`left(${messages.text}, ${sql.raw(String(PREVIEW_LENGTH))})`,
        type: messages.type,
        senderId: messages.senderId,
        createdAt: messages.createdAt,
        seq: messages.seq,
      },
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(
      otherMember,
      and(
        eq(otherMember.conversationId, conversationMembers.conversationId),
        eq(otherMember.accountId, conversationMembers.otherId),
      ),
    )
    .innerJoin(accounts, eq(accounts.id, conversationMembers.otherId))
    .leftJoin(performers, eq(performers.accountId, conversationMembers.otherId))
    .leftJoin(messages, eq(messages.id, conversations.lastMessageId))
    .$dynamic();
}

export interface ConversationRow {
  readonly id: string;
  readonly type: Conversation['type'];
  readonly lastSeq: number;
  readonly updatedAt: Date;
  readonly unread: number;
  readonly lastMessageAt: Date;
  readonly otherReadSeq: number;
  readonly otherWroteAt: Date | null;
  readonly card: CardRow;
  readonly suspendedAt: Date | null;
  readonly otherIsFan: boolean;
  /** The newest message that wasn't deleted. */
  readonly last: {
    readonly text: string;
    readonly type: Message['type'];
    readonly senderId: string;
    readonly createdAt: Date;
    readonly seq: number;
  } | null;
}

/**
 * One of the viewer's conversations.
 * @throws AppError 404 for someone else's, or if the members may not see each other.
 */
export async function findConversation(ctx: UserCtx, id: string): Promise<ConversationRow> {
  const [row] = await selectConversations(ctx).where(
    and(
      eq(conversationMembers.conversationId, id),
      eq(conversationMembers.accountId, ctx.viewer.id),
      mayMeet(ctx, conversationMembers.otherId),
    ),
  );
  if (!row) throw notFound();
  return row;
}

/** Why the viewer can't write in a conversation, or null. */
export function writeRefusal(ctx: UserCtx, row: ConversationRow): string | null {
  return refusalToWrite({
    writerIsPerformer: ctx.viewer.isPerformer,
    other: { isPerformer: row.card.isPerformer, verified: row.card.verified, suspendedAt: row.suspendedAt },
    otherIsFan: row.otherIsFan,
    otherHasWritten: row.otherWroteAt !== null,
  });
}

export function conversationView(ctx: UserCtx, row: ConversationRow): Conversation {
  return {
    _id: row.id,
    type: row.type,
    recipient: cardOf(ctx, row.card),
    lastMessage: row.last && { ...row.last, createdAt: row.last.createdAt.toISOString() },
    totalNotSeenMessages: row.unread,
    lastSeq: row.lastSeq,
    recipientReadSeq: row.otherReadSeq,
    canWrite: writeRefusal(ctx, row) === null,
    updatedAt: row.updatedAt.toISOString(),
  };
}
