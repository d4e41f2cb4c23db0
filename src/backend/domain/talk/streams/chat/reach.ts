import { and, eq, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../../kernel/context.ts';
import { conversations } from '../../../../db/schema/messages.ts';
import { privateStreams, streamMeters } from '../../../../db/schema/streams/private-streams.ts';
import { streamBans, streamChats, streamModerators } from '../../../../db/schema/streams/stream-chats.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { notAllowed, notFound } from '../../../../kernel/errors.ts';
import { type Facts, loadAccessFacts, decideAccess, ownerClosed } from '../../../base/access/access.ts';
import { type AccessColumns, streamItem } from '../stream-item.ts';

type PrivateRow = typeof privateStreams.$inferSelect;

/** A chat with the stream it belongs to. */
export interface Chat {
  readonly rules: typeof streamChats.$inferSelect;
  readonly lastSeq: number;
  readonly type: 'private' | 'public_stream' | 'private_stream';
  readonly stream: AccessColumns | null;
  readonly privateStream: Pick<PrivateRow, 'id' | 'accountId' | 'state'> | null;
  readonly isBanned: boolean;
  readonly isNamedModerator: boolean;
  readonly isSpectator: boolean;
}
/** A chat that the viewer may read. */
export interface OpenChat extends Chat {
  readonly facts: Facts;
  /** Whether the viewer may delete messages, ban people and pin: the creator, and their moderators. */
  readonly isModerator: boolean;
}

const among = (ctx: Ctx, table: typeof streamBans | typeof streamModerators) =>
  ctx.viewer
    ? sql<boolean>`EXISTS (SELECT 1 FROM ${table} WHERE ${table.performerId} = ${streamChats.performerId} AND ${table.accountId} = ${ctx.viewer.id})`
    : sql<boolean>`false`;
const spectating = (ctx: Ctx) =>
  ctx.viewer
    ? sql<boolean>`EXISTS (SELECT 1 FROM ${streamMeters} WHERE ${streamMeters.streamId} = ${streamChats.streamId} AND ${streamMeters.accountId} = ${ctx.viewer.id} AND ${streamMeters.isSpectator} AND ${streamMeters.state} = 'open')`
    : sql<boolean>`false`;

export type ChatKey = { readonly conversationId: string } | { readonly streamId: string };

/**
 * Finds a chat, without asking who may read it.
 * @throws AppError 404
 */
export async function findChat(ctx: Ctx, key: ChatKey): Promise<Chat> {
  const [row] = await ctx.db
    .select({
      rules: streamChats,
      lastSeq: conversations.lastSeq,
      type: conversations.type,
      stream: {
        id: streams.id,
        performerId: streams.performerId,
        audience: streams.audience,
        price: streams.price,
        includedInSubscription: streams.includedInSubscription,
        state: streams.state,
      },
      privateStream: {
        id: privateStreams.id,
        accountId: privateStreams.accountId,
        state: privateStreams.state,
      },
      isBanned: among(ctx, streamBans),
      isNamedModerator: among(ctx, streamModerators),
      isSpectator: spectating(ctx),
    })
    .from(streamChats)
    .innerJoin(conversations, eq(conversations.id, streamChats.conversationId))
    .leftJoin(streams, and(eq(streams.id, streamChats.streamId), eq(conversations.type, 'public_stream')))
    .leftJoin(
      privateStreams,
      and(eq(privateStreams.id, streamChats.streamId), eq(conversations.type, 'private_stream')),
    )
    .where(
      'streamId' in key
        ? eq(streamChats.streamId, key.streamId)
        : eq(streamChats.conversationId, key.conversationId),
    );
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 404 when the viewer may not know of the stream, 403 when it is locked for them. */
function refusePublic(stream: NonNullable<Chat['stream']>, facts: Facts): void {
  const { allowed, reason } = decideAccess(facts, streamItem(stream));
  if (allowed) return;
  throw reason === 'locked' ? notAllowed('The chat is for people who can watch the stream.') : notFound();
}

/** @throws AppError 404 for everybody but its two sides and its spectators, while they may see each other. */
function refusePrivate(ctx: Ctx, { privateStream, rules, isSpectator }: Chat, facts: Facts): void {
  if (!privateStream || !ctx.viewer) throw notFound();
  const me = ctx.viewer.id;
  const sides = [rules.performerId, privateStream.accountId];
  if (!isSpectator && !sides.includes(me)) throw notFound();
  const other = me === rules.performerId ? privateStream.accountId : rules.performerId;
  if (ownerClosed(facts, other)) throw notFound();
}

/**
 * A chat that the viewer may read: of a public stream they may watch, or of a private stream they take part in.
 * @throws AppError 404, 403
 */
export async function openChat(ctx: Ctx, key: ChatKey): Promise<OpenChat> {
  const chat = await findChat(ctx, key);
  const { stream, privateStream, rules } = chat;
  const facts = await loadAccessFacts(ctx, {
    items: stream ? [streamItem(stream)] : [],
    ownerIds: [rules.performerId, ...(privateStream ? [privateStream.accountId] : [])],
  });
  if (stream) refusePublic(stream, facts);
  else refusePrivate(ctx, chat, facts);
  const isCreator = ctx.viewer?.id === rules.performerId;
  return { ...chat, facts, isModerator: isCreator || (stream !== null && chat.isNamedModerator) };
}

/**
 * A chat that the viewer moderates.
 * @throws AppError 404 for one they can't see, 403 for another.
 */
export async function moderatedChat(ctx: UserCtx, key: ChatKey): Promise<OpenChat> {
  const chat = await openChat(ctx, key);
  if (!chat.isModerator) throw notAllowed('Only the creator and their moderators can do that.');
  return chat;
}
