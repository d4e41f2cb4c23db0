import { eq, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { fetchRows } from '../../../../db/db.ts';
import { files } from '../../../../db/schema/files.ts';
import { dropFiles } from '../../../base/files/claims.ts';
import { endUploads } from '../../../base/files/part-uploads.ts';

/**
 * Takes the files out of messages that nobody bought. What was written beside them stays with whoever received it;
 * a message without a word, or one that was for sale, is deleted.
 */
export async function emptyMessages(tx: Ctx, accountId: string): Promise<void> {
  const me = sql`${accountId}::uuid`;
  const unsold = sql`m.sender_id = ${me} AND NOT EXISTS (
    SELECT 1 FROM purchases p WHERE p.kind = 'message' AND p.item_id = m.id AND p.reversed_at IS NULL)`;
  await tx.db.execute(sql`
    DELETE FROM message_files f USING messages m WHERE m.id = f.message_id AND ${unsold}`);
  await tx.db.execute(sql`
    UPDATE messages m SET deleted_at = ${now(tx).toISOString()}::timestamptz, text = ''
    WHERE ${unsold} AND m.deleted_at IS NULL AND (m.price > 0 OR (m.type IN ('photo', 'video', 'voice') AND m.text = ''))`);
  // A message that was deleted before shows nobody its words.
  await tx.db.execute(sql`UPDATE messages m SET text = '' WHERE ${unsold} AND m.deleted_at IS NOT NULL`);
  await tx.db.execute(sql`
    UPDATE messages m SET type = 'text' WHERE ${unsold} AND m.type IN ('photo', 'video', 'voice')`);
  await tx.db.execute(sql`
    UPDATE conversations c SET last_message_id = (
      SELECT id FROM messages m WHERE m.conversation_id = c.id AND m.deleted_at IS NULL ORDER BY seq DESC LIMIT 1)
    WHERE c.last_message_id IN (SELECT id FROM messages m WHERE m.sender_id = ${me} AND m.deleted_at IS NOT NULL)`);
  await tx.db.execute(sql`
    DELETE FROM stream_message_files f USING stream_messages m WHERE m.id = f.message_id AND m.sender_id = ${me}`);
  await tx.db.execute(sql`
    UPDATE stream_messages SET deleted_at = ${now(tx).toISOString()}::timestamptz
    WHERE sender_id = ${me} AND deleted_at IS NULL AND type <> 'tip'`);
}

/** What orders and bids of others still refer to keeps only what their orders show. */
export async function emptyOffers(tx: Ctx, accountId: string): Promise<void> {
  const me = sql`${accountId}::uuid`;
  const shown = sql`SELECT (snapshot ->> 'imageFileId')::uuid FROM orders WHERE seller_id = ${me} AND snapshot ->> 'imageFileId' IS NOT NULL`;
  await tx.db.execute(sql`
    UPDATE products SET name = 'Deleted product', description = '' WHERE performer_id = ${me}`);
  await tx.db.execute(sql`
    DELETE FROM product_files f USING products p WHERE p.id = f.product_id AND p.performer_id = ${me}`);
  await tx.db.execute(sql`
    UPDATE auctions SET title = 'Deleted auction', description = '' WHERE performer_id = ${me}`);
  await tx.db.execute(sql`
    DELETE FROM product_images i USING products p WHERE p.id = i.product_id AND p.performer_id = ${me} AND i.file_id NOT IN (${shown})`);
  await tx.db.execute(sql`
    DELETE FROM auction_images i USING auctions a WHERE a.id = i.auction_id AND a.performer_id = ${me} AND i.file_id NOT IN (${shown})`);
}

/** Creators' lists of fans no longer count the account. */
export async function leaveLists(tx: Ctx, accountId: string): Promise<void> {
  await tx.db.execute(sql`
    WITH gone AS (DELETE FROM fan_list_members WHERE account_id = ${accountId}::uuid RETURNING list_id)
    UPDATE fan_lists SET members = members - 1 WHERE id IN (SELECT list_id FROM gone)`);
}

const batch = 200;

/** Deletes the files of an account that nobody bought: rows and objects. Of the others, no more than their buyers see. */
export async function eraseFiles(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<void> {
  const me = sql`${accountId}::uuid`;
  // Whatever they were evidence for has been decided.
  await transaction(ctx, async (tx) => {
    const own = sql`SELECT id FROM files WHERE owner_id = ${me}`;
    await tx.db.execute(sql`DELETE FROM report_files WHERE file_id IN (${own})`);
    await tx.db.execute(sql`DELETE FROM taken_down_files WHERE file_id IN (${own})`);
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

/** Deletes words from the index of searches that nobody can be found by any longer. */
export async function dropSearchTerms(ctx: Ctx): Promise<void> {
  await fetchRows(
    ctx.db.execute(sql`
    WITH used AS (
      SELECT unnest(words) AS word FROM creator_search
      UNION SELECT unnest(words) FROM site_search
      UNION SELECT unnest(tag_keys(tags)) FROM videos UNION SELECT unnest(tag_keys(tags)) FROM galleries UNION SELECT unnest(tag_keys(tags)) FROM photos)
    DELETE FROM search_terms WHERE word NOT IN (SELECT word FROM used WHERE word IS NOT NULL)`),
  );
}
