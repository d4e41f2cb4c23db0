import { and, desc, eq } from 'drizzle-orm';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import {
  streamBans,
  streamChats,
  streamMessages,
  streamModerators,
} from '../../../../db/schema/streams/stream-chats.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { canMeet } from '../../../base/access/block-rules.ts';
import { performerCards } from '../../../people/accounts/profile-cards.ts';
import { moderatedChat } from './reach.ts';

type People = typeof streamModerators | typeof streamBans;
const entry = (table: People, performerId: string, accountId: string) =>
  and(eq(table.performerId, performerId), eq(table.accountId, accountId));

async function isIn(ctx: UserCtx, table: People, pair: readonly [performerId: string, accountId: string]) {
  const rows = await ctx.db
    .select({ id: table.accountId })
    .from(table)
    .where(entry(table, ...pair));
  return rows.length > 0;
}

async function cardsIn(ctx: UserCtx, table: People): Promise<PerformerCard[]> {
  const rows = await ctx.db
    .select({ id: table.accountId })
    .from(table)
    .where(eq(table.performerId, ctx.viewer.id))
    .orderBy(desc(table.createdAt), desc(table.accountId));
  const cards = await performerCards(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => cards.get(id) ?? []);
}

/** The viewer's moderators and the people banned from their chats, newest first. */
export const listPeople = async (
  ctx: UserCtx,
): Promise<{ moderators: PerformerCard[]; banned: PerformerCard[] }> => ({
  moderators: await cardsIn(ctx, streamModerators),
  banned: await cardsIn(ctx, streamBans),
});

/** Lets someone's open tabs know that what they may do in the creator's running chats has changed. */
async function emitStandingChanged(tx: UserCtx, performerId: string, accountId: string): Promise<void> {
  const running = await tx.db
    .select({ conversationId: streamChats.conversationId })
    .from(streams)
    .innerJoin(streamChats, eq(streamChats.streamId, streams.id))
    .where(eq(streams.performerId, performerId))
    .orderBy(desc(streams.createdAt))
    .limit(5);
  for (const { conversationId } of running)
    tx.emit(rooms.account(accountId), 'stream/chat-changed', { conversationId });
}

/**
 * Names someone a moderator of all the viewer's chats.
 * @throws AppError 404 for an account the viewer can't see, 409 for one that is banned, 422 for themselves.
 */
export async function nameModerator(ctx: UserCtx, accountId: string): Promise<void> {
  if (accountId === ctx.viewer.id) throw invalid('id', 'You already moderate your own chats.');
  await transaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), canMeet(tx, accounts.id)));
    if (!found) throw notFound();
    if (await isIn(tx, streamBans, [tx.viewer.id, accountId]))
      throw conflict('They’re banned from your chats. Unban them first.');
    await tx.db
      .insert(streamModerators)
      .values({ performerId: tx.viewer.id, accountId, createdAt: now(tx) })
      .onConflictDoNothing();
    await emitStandingChanged(tx, tx.viewer.id, accountId);
  });
}

/** @throws AppError 404 when they aren't a moderator. */
export const endModerator = (ctx: UserCtx, accountId: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(streamModerators)
      .where(entry(streamModerators, tx.viewer.id, accountId))
      .returning({ id: streamModerators.accountId });
    if (removed.length === 0) throw notFound();
    await emitStandingChanged(tx, tx.viewer.id, accountId);
  });

/** @throws AppError 404 when they aren't banned. */
export const unban = (ctx: UserCtx, accountId: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(streamBans)
      .where(entry(streamBans, tx.viewer.id, accountId))
      .returning({ id: streamBans.accountId });
    if (removed.length === 0) throw notFound();
    await emitStandingChanged(tx, tx.viewer.id, accountId);
  });

/**
 * Bans someone who wrote in a chat from all chats of its creator, who can ban moderators too.
 * @throws AppError 404 for a chat the viewer can't see and for someone who never wrote there, 403, 422 for
 * themselves.
 */
export async function ban(
  ctx: UserCtx,
  { conversationId, userId }: { readonly conversationId: string; readonly userId: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { rules } = await moderatedChat(tx, { conversationId });
    const { performerId } = rules;
    if (userId === tx.viewer.id) throw invalid('userId', 'You can’t ban yourself.');
    const wrote = await tx.db
      .select({ id: streamMessages.id })
      .from(streamMessages)
      .where(and(eq(streamMessages.conversationId, conversationId), eq(streamMessages.senderId, userId)))
      .limit(1);
    if (wrote.length === 0) throw notFound();
    const isProtected =
      userId === performerId ||
      (tx.viewer.id !== performerId && (await isIn(tx, streamModerators, [performerId, userId])));
    if (isProtected) throw notAllowed('Only the creator can ban a moderator.');
    await tx.db
      .insert(streamBans)
      .values({ performerId, accountId: userId, bannedBy: tx.viewer.id, createdAt: now(tx) })
      .onConflictDoNothing();
    await tx.db.delete(streamModerators).where(entry(streamModerators, performerId, userId));
    await emitStandingChanged(tx, performerId, userId);
    tx.emit(rooms.account(userId), 'stream/chat-changed', { conversationId });
  });
}
