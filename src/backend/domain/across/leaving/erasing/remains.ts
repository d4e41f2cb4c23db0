import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { auctionImages, auctions } from '../../../../db/schema/auctions.ts';
import { files } from '../../../../db/schema/files.ts';
import { conversations, messageFiles, messages } from '../../../../db/schema/messages.ts';
import { reportFiles, takenDownFiles } from '../../../../db/schema/moderation.ts';
import { orders, productFiles, productImages, products } from '../../../../db/schema/shop.ts';
import { streamMessageFiles, streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { purchases } from '../../../../db/schema/wallet.ts';
import { dropFiles } from '../../../base/files/claims.ts';
import { endUploads } from '../../../base/files/part-uploads.ts';

/** The messages of an account that nobody bought. */
const unsold = ({ db }: Ctx, accountId: string) =>
  and(
    eq(messages.senderId, accountId),
    notExists(
      db
        .select({ one: sql`1` })
        .from(purchases)
        .where(
          and(eq(purchases.kind, 'message'), eq(purchases.itemId, messages.id), isNull(purchases.reversedAt)),
        ),
    ),
  );

/**
 * Takes the files out of messages that nobody bought. What was written beside them stays with whoever received it;
 * a message without a word, or one that was for sale, is deleted.
 */
export async function emptyMessages(tx: Ctx, accountId: string): Promise<void> {
  const mine = unsold(tx, accountId);
  const ids = tx.db.select({ id: messages.id }).from(messages).where(mine);
  const isFile = inArray(messages.type, ['photo', 'video', 'voice']);
  await tx.db.delete(messageFiles).where(inArray(messageFiles.messageId, ids));
  await tx.db
    .update(messages)
    .set({ deletedAt: now(tx), text: '' })
    .where(
      and(mine, isNull(messages.deletedAt), or(gt(messages.price, 0), and(isFile, eq(messages.text, '')))),
    );
  // A message that was deleted before shows nobody its words.
  await tx.db
    .update(messages)
    .set({ text: '' })
    .where(and(mine, isNotNull(messages.deletedAt)));
  await tx.db.update(messages).set({ type: 'text' }).where(and(mine, isFile));
  await showLatest(tx, accountId);
  const streamed = tx.db
    .select({ id: streamMessages.id })
    .from(streamMessages)
    .where(eq(streamMessages.senderId, accountId));
  await tx.db.delete(streamMessageFiles).where(inArray(streamMessageFiles.messageId, streamed));
  await tx.db
    .update(streamMessages)
    .set({ deletedAt: now(tx) })
    .where(
      and(
        eq(streamMessages.senderId, accountId),
        isNull(streamMessages.deletedAt),
        ne(streamMessages.type, 'tip'),
      ),
    );
}

/** Conversations that ended with a deleted message of the account end with the message before. */
async function showLatest({ db }: Ctx, accountId: string): Promise<void> {
  const deleted = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.senderId, accountId), isNotNull(messages.deletedAt)));
  const latest = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), isNull(messages.deletedAt)))
    .orderBy(desc(messages.seq))
    .limit(1);
  await db
    .update(conversations)
    .set({ lastMessageId: sql`${latest}` })
    .where(inArray(conversations.lastMessageId, deleted));
}

/** What orders and bids of others still refer to keeps only what their orders show. */
export async function emptyOffers({ db }: Ctx, accountId: string): Promise<void> {
  const image = sql<string>`${orders.snapshot} ->> 'imageFileId'`;
  const shown = db
    .select({ id: sql<string>`(${image})::uuid` })
    .from(orders)
    .where(and(eq(orders.sellerId, accountId), isNotNull(image)));
  const ownProducts = db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.performerId, accountId));
  const ownAuctions = db
    .select({ id: auctions.id })
    .from(auctions)
    .where(eq(auctions.performerId, accountId));
  await db
    .update(products)
    .set({ name: 'Deleted product', description: '' })
    .where(eq(products.performerId, accountId));
  await db.delete(productFiles).where(inArray(productFiles.productId, ownProducts));
  await db
    .update(auctions)
    .set({ title: 'Deleted auction', description: '' })
    .where(eq(auctions.performerId, accountId));
  await db
    .delete(productImages)
    .where(and(inArray(productImages.productId, ownProducts), notInArray(productImages.fileId, shown)));
  await db
    .delete(auctionImages)
    .where(and(inArray(auctionImages.auctionId, ownAuctions), notInArray(auctionImages.fileId, shown)));
}

const batch = 200;

/** Deletes the files of an account that nobody bought: rows and objects. Of the others, no more than their buyers see. */
export async function eraseFiles(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  // Whatever they were evidence for has been decided.
  await transaction(ctx, async ({ db }) => {
    const own = db.select({ id: files.id }).from(files).where(eq(files.ownerId, accountId));
    await db.delete(reportFiles).where(inArray(reportFiles.fileId, own));
    await db.delete(takenDownFiles).where(inArray(takenDownFiles.fileId, own));
  });
  await endUploads(ctx, accountId);
  const owned = await ctx.db.select({ id: files.id }).from(files).where(eq(files.ownerId, accountId));
  for (let at = 0; at < owned.length; at += batch) {
    signal.throwIfAborted();
    const ids = owned.slice(at, at + batch).map(({ id }) => id);
    await transaction(ctx, (tx) => dropFiles(tx, ids));
  }
  await ctx.db
    .update(files)
    .set({ originalName: null, customData: null, reason: null })
    .where(eq(files.ownerId, accountId));
}
