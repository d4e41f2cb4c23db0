import type { Ctx } from '../../kernel/context.ts';
import { settlePosts } from '../posts/on-file-ready.ts';
import { settleMediaItems } from './on-media-ready.ts';

/**
 * A file is ready, or failed, or is being tried again: whatever has it moves on. Call it in the transaction
 * of the file's own change.
 */
export async function fileSettled(tx: Ctx, fileId: string): Promise<void> {
  await settlePosts(tx, fileId);
  await settleMediaItems(tx, fileId);
}
