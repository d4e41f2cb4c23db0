import { type SQL, and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Conversation, Message, MessageRequest } from '#contract/talk/messages/messages.ts';
import type { Tokens } from '#lib/units.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { follows } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import {
  conversationMembers,
  conversations,
  messageRequests,
  messageSettings,
  messages,
} from '../../../db/schema/messages.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { mayMeet } from './conversation-members.ts';
import {
  type FirstMessageTerms,
  type RequestState,
  type Writing,
  decideWriting,
  openTerms,
} from './rules.ts';

/** The other member's row; the viewer's own is `conversationMembers`. */
const otherMember = alias(conversationMembers, 'other_member');
const PREVIEW_LENGTH = 140;

/** SQL expression: the fan follows the creator. */
const following = (ctx: UserCtx, fan: AnyPgColumn | SQL, creator: AnyPgColumn | SQL): SQL =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(follows)
      .where(sql`${follows.followerId} = ${fan} AND ${follows.performerId} = ${creator}`),
  );
/** SQL expression: the fan has a subscription to the creator that gives access now. */
const subscribing = (ctx: UserCtx, fan: AnyPgColumn | SQL, creator: AnyPgColumn | SQL): SQL =>
  exists(
    ctx.db
      .select({ one: sql`1` })
      .from(subscriptions)
      .where(
        and(
          sql`${subscriptions.userId} = ${fan} AND ${subscriptions.performerId} = ${creator}`,
          inArray(subscriptions.state, ['active', 'past_due', 'cancelled']),
          gt(subscriptions.periodEnd, now(ctx)),
        ),
      ),
  );

/**
 * Whether the account follows or subscribes to the viewer. Always false when the viewer is a fan, since fans
 * have no followers.
 */
export function isFanOfViewer(ctx: UserCtx, accountId: AnyPgColumn): SQL<boolean> {
  if (!ctx.viewer.isPerformer) return sql<boolean>`false`;
  const me = sql`${ctx.viewer.id}::uuid`;
  return sql<boolean>`${or(following(ctx, accountId, me), subscribing(ctx, accountId, me))}`;
}

/**
 * The columns by which the rule judges a first message to the account. Left join `message_settings`. Whether
 * the viewer follows or subscribes is looked up only for creators who ask for it.
 */
export function firstMessageColumns(ctx: UserCtx, accountId: AnyPgColumn) {
  const me = sql`${ctx.viewer.id}::uuid`;
  const chooses = sql`${messageSettings.writeFirst} <> 'everyone'`;
  return {
    writeFirst: messageSettings.writeFirst,
    asksFirst: messageSettings.asksFirst,
    firstMessagePrice: messageSettings.firstMessagePrice,
    follows: sql<boolean | null>`${chooses} AND ${following(ctx, me, accountId)}`,
    subscribes: sql<boolean | null>`${chooses} AND ${subscribing(ctx, me, accountId)}`,
  };
}
/** Null for creators who never chose. */
export interface FirstMessageRow extends FirstMessageTerms {
  readonly follows: boolean | null;
  readonly subscribes: boolean | null;
}
/** The rule's facts about a first message. */
export const firstMessageFacts = (row: FirstMessageRow | null) => ({
  follows: row?.follows === true,
  subscribes: row?.subscribes === true,
  terms: row ?? openTerms,
});

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
      wroteAt: conversationMembers.wroteAt,
      folder: conversationMembers.folder,
      isPinned: conversationMembers.isPinned,
      isMuted: conversationMembers.isMuted,
      isMarkedUnread: conversationMembers.isMarkedUnread,
      otherReadSeq: otherMember.readSeq,
      otherWroteAt: otherMember.wroteAt,
      card: cardColumns,
      suspendedAt: accounts.suspendedAt,
      otherIsFan: isFanOfViewer(ctx, accounts.id),
      first: firstMessageColumns(ctx, accounts.id),
      request: {
        senderId: messageRequests.senderId,
        state: messageRequests.state,
        price: messageRequests.price,
        expiresAt: messageRequests.expiresAt,
        answeredAt: messageRequests.answeredAt,
      },
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
    .leftJoin(messageSettings, eq(messageSettings.performerId, conversationMembers.otherId))
    .leftJoin(messageRequests, eq(messageRequests.conversationId, conversationMembers.conversationId))
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
  readonly wroteAt: Date | null;
  readonly folder: Conversation['folder'];
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  readonly isMarkedUnread: boolean;
  readonly otherReadSeq: number;
  readonly otherWroteAt: Date | null;
  readonly card: CardRow;
  readonly suspendedAt: Date | null;
  readonly otherIsFan: boolean;
  readonly first: FirstMessageRow | null;
  readonly request: {
    readonly senderId: string;
    readonly state: RequestState;
    readonly price: Tokens;
    readonly expiresAt: Date;
    readonly answeredAt: Date | null;
  } | null;
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

/** Whether the viewer can write in a conversation, and on what terms. */
export function writingIn(ctx: UserCtx, row: ConversationRow): Writing {
  return decideWriting({
    writerIsPerformer: ctx.viewer.isPerformer,
    other: { isPerformer: row.card.isPerformer, verified: row.card.verified, suspendedAt: row.suspendedAt },
    otherIsFan: row.otherIsFan,
    otherHasWritten: row.otherWroteAt !== null,
    hasWritten: row.wroteAt !== null,
    ...firstMessageFacts(row.first),
    request: row.request?.senderId === ctx.viewer.id ? row.request.state : null,
  });
}
/** Why the viewer can't write in a conversation, or null. */
export const writeRefusal = (ctx: UserCtx, row: ConversationRow): string | null =>
  writingIn(ctx, row).refusal;

/** The request until it is accepted, or its recipient writes anyway. */
function requestView(
  ctx: UserCtx,
  { request, wroteAt, otherWroteAt }: ConversationRow,
): MessageRequest | null {
  if (request === null || request.state === 'accepted') return null;
  const isMine = request.senderId === ctx.viewer.id;
  if ((isMine ? otherWroteAt : wroteAt) !== null) return null;
  const { state, price, expiresAt, answeredAt } = request;
  return {
    state,
    isMine,
    price,
    expiresAt: expiresAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

/** Whether the viewer hasn't accepted the other member's request. */
export function isUnansweredTo(ctx: UserCtx, row: ConversationRow): boolean {
  const request = requestView(ctx, row);
  return request !== null && !request.isMine;
}

/** A conversation as the viewer sees it. Whoever only asked to write doesn't learn whether the other is online. */
export async function conversationView(ctx: UserCtx, row: ConversationRow): Promise<Conversation> {
  const recipient = toPerformerCard(ctx, row.card);
  const writing = writingIn(ctx, row);
  const request = requestView(ctx, row);
  const { messageRequestDays } = await ctx.settings.all();
  return {
    _id: row.id,
    type: row.type,
    recipient: request?.isMine ? { ...recipient, isOnline: false } : recipient,
    lastMessage: row.last && { ...row.last, createdAt: row.last.createdAt.toISOString() },
    totalNotSeenMessages: row.unread,
    lastSeq: row.lastSeq,
    recipientReadSeq: row.otherReadSeq,
    canWrite: writing.refusal === null,
    writeRefusal: writing.refusal,
    firstMessage: writing.request && { ...writing.request, answerDays: messageRequestDays },
    request,
    folder: row.folder,
    isPinned: row.isPinned,
    isMuted: row.isMuted,
    isMarkedUnread: row.isMarkedUnread,
    updatedAt: row.updatedAt.toISOString(),
  };
}
