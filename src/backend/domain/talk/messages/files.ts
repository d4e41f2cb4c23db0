import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { messageFiles, type messages } from '../../../db/schema/messages.ts';
import { purchases } from '../../../db/schema/wallet.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type Facts, type Item, loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { type FileKind, claimFiles, dropFiles, kindOfFile } from '../../base/files/claims.ts';
import { type FileFacts, type FileRow, fileColumns } from '../../base/files/presenters.ts';
import { refuseOddVoice } from './voice.ts';

export type MessageRow = typeof messages.$inferSelect;

/**
 * A message as an access rule item. One with a price is open only to its buyer; who can see that it exists
 * depends on the conversation.
 */
export const asItem = (
  row: Pick<MessageRow, 'id' | 'senderId' | 'price' | 'includedInSubscription' | 'deletedAt'>,
  fileIds: readonly string[],
): Item => ({
  kind: 'message',
  id: row.id,
  ownerId: row.senderId,
  audience: 'public',
  price: row.price,
  includedInSubscription: row.includedInSubscription,
  isPublished: row.deletedAt === null,
  fileIds,
});

/** The files of messages, in each message's order. */
export async function loadMessageFiles(
  ctx: Ctx,
  messageIds: readonly string[],
): Promise<Map<string, FileFacts[]>> {
  const found = new Map<string, FileFacts[]>();
  if (messageIds.length === 0) return found;
  const rows = await ctx.db
    .select({ messageId: messageFiles.messageId, file: fileColumns })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(inArray(messageFiles.messageId, [...messageIds]))
    .orderBy(asc(messageFiles.position));
  for (const { messageId, file } of rows) found.set(messageId, [...(found.get(messageId) ?? []), file]);
  return found;
}

/** The messages among these that were bought. */
export async function findSoldIds(ctx: Ctx, messageIds: readonly string[]): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: purchases.itemId })
    .from(purchases)
    .where(
      and(
        eq(purchases.kind, 'message'),
        inArray(purchases.itemId, [...messageIds]),
        isNull(purchases.reversedAt),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the viewer bought the message. */
export async function soldTo(ctx: UserCtx, messageId: string): Promise<boolean> {
  const mine = and(
    eq(purchases.accountId, ctx.viewer.id),
    eq(purchases.kind, 'message'),
    eq(purchases.itemId, messageId),
    isNull(purchases.reversedAt),
  );
  return (await ctx.db.select({ id: purchases.id }).from(purchases).where(mine).limit(1)).length > 0;
}

/** What message views need besides the rows; empty for text messages. */
export interface Attached {
  readonly files: ReadonlyMap<string, FileFacts[]>;
  readonly sold: ReadonlySet<string>;
  readonly facts: Facts | null;
}

export async function attachedTo(ctx: UserCtx, rows: readonly MessageRow[]): Promise<Attached> {
  const withFiles = rows.filter((row) => row.type !== 'text' && row.type !== 'tip' && row.deletedAt === null);
  const paid = withFiles.filter((row) => row.price > 0);
  const attached = await loadMessageFiles(
    ctx,
    withFiles.map((row) => row.id),
  );
  if (paid.length === 0) return { files: attached, sold: new Set(), facts: null };
  const items = paid.map((row) =>
    asItem(
      row,
      (attached.get(row.id) ?? []).map(({ id }) => id),
    ),
  );
  const [sold, facts] = await Promise.all([
    findSoldIds(
      ctx,
      paid.map((row) => row.id),
    ),
    loadAccessFacts(ctx, { items }),
  ]);
  return { files: attached, sold, facts };
}

/** Both members can read a free message; for a sold one, the access rule decides. */
export function accessTo(
  ctx: UserCtx,
  row: MessageRow,
  { facts, files: attached }: Attached,
): Message['access'] {
  if (row.price > 0 && facts)
    return decideAccess(
      facts,
      asItem(
        row,
        (attached.get(row.id) ?? []).map(({ id }) => id),
      ),
    );
  return { allowed: true, reason: row.senderId === ctx.viewer.id ? 'owner' : 'free', routes: [] };
}

/** The types of messages that people write. */
type WrittenType = Exclude<MessageRow['type'], 'tip'>;

async function claimReady(
  tx: UserCtx,
  fileIds: readonly string[],
  kinds: readonly FileKind[],
): Promise<FileRow[]> {
  const rows = await claimFiles(tx, fileIds, { field: 'files', kinds, word: 'File' });
  if (rows.some((row) => row.state !== 'ready'))
    throw invalid('files', 'A file is still being processed. Wait a moment and send again.');
  return rows;
}

const messageType = (rows: readonly FileRow[]): Exclude<WrittenType, 'voice'> => {
  if (rows.length === 0) return 'text';
  return rows.some((row) => kindOfFile(row) === 'video') ? 'video' : 'photo';
};

/**
 * Claims the viewer's own ready photos and videos to be sent, and returns the message's type.
 * @throws AppError 422 on `files`.
 */
export const claimAttachments = async (
  tx: UserCtx,
  fileIds: readonly string[],
): Promise<Exclude<WrittenType, 'voice'>> => messageType(await claimReady(tx, fileIds, ['image', 'video']));

/**
 * Like `claimAttachments`, but also accepts one voice recording.
 * @throws AppError 422 on `files`.
 */
export async function claimDirect(tx: UserCtx, fileIds: readonly string[]): Promise<WrittenType> {
  const rows = await claimReady(tx, fileIds, ['image', 'video', 'audio']);
  await refuseOddVoice(tx, rows);
  return rows.some((row) => kindOfFile(row) === 'audio') ? 'voice' : messageType(rows);
}

export async function attach(tx: UserCtx, messageId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await tx.db
      .insert(messageFiles)
      .values(fileIds.map((fileId, position) => ({ messageId, fileId, position })));
}

/** Removes a message's files and deletes those that nothing else references. */
export async function detach(tx: UserCtx, messageId: string): Promise<void> {
  const rows = await tx.db
    .delete(messageFiles)
    .where(eq(messageFiles.messageId, messageId))
    .returning({ id: messageFiles.fileId });
  await dropFiles(
    tx,
    rows.map(({ id }) => id),
  );
}
