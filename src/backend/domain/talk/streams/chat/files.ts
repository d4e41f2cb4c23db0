import { asc, eq, inArray } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../../kernel/context.ts';
import { files } from '../../../../db/schema/files.ts';
import { streamMessageFiles } from '../../../../db/schema/streams/stream-chats.ts';
import { invalid } from '../../../../kernel/errors.ts';
import { claimFiles, dropFiles } from '../../../base/files/claims.ts';
import { type FileFacts, fileColumns } from '../../../base/files/presenters.ts';

/** The files of messages, in each message's order. */
export async function loadStreamMessageFiles(
  ctx: Ctx,
  messageIds: readonly string[],
): Promise<Map<string, FileFacts[]>> {
  const found = new Map<string, FileFacts[]>();
  if (messageIds.length === 0) return found;
  const rows = await ctx.db
    .select({ messageId: streamMessageFiles.messageId, file: fileColumns })
    .from(streamMessageFiles)
    .innerJoin(files, eq(files.id, streamMessageFiles.fileId))
    .where(inArray(streamMessageFiles.messageId, [...messageIds]))
    .orderBy(asc(streamMessageFiles.position));
  for (const { messageId, file } of rows) found.set(messageId, [...(found.get(messageId) ?? []), file]);
  return found;
}

/**
 * Claims the viewer's own ready files for a message.
 * @throws AppError 422 on `files`.
 */
export async function claimChatFiles(tx: UserCtx, fileIds: readonly string[]): Promise<void> {
  const rows = await claimFiles(tx, fileIds, {
    field: 'files',
    kinds: ['image', 'video', 'audio'],
    word: 'File',
  });
  if (rows.some((row) => row.state !== 'ready'))
    throw invalid('files', 'A file is still being processed. Wait a moment and send again.');
  // What a creator sells or publishes elsewhere isn't given away here by mistake.
  if (rows.some((row) => !row.type.startsWith('message-')))
    throw invalid('files', 'Only files uploaded for a message can be sent. Upload it again.');
}

export async function attachFiles(tx: Ctx, messageId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await tx.db
      .insert(streamMessageFiles)
      .values(fileIds.map((fileId, position) => ({ messageId, fileId, position })));
}

/** Removes the files of messages and deletes those that nothing else references. */
export async function detachFiles(tx: Ctx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const rows = await tx.db
    .delete(streamMessageFiles)
    .where(inArray(streamMessageFiles.messageId, [...messageIds]))
    .returning({ id: streamMessageFiles.fileId });
  await dropFiles(
    tx,
    rows.map(({ id }) => id),
  );
}
