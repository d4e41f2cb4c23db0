import type { Ctx } from '../../../kernel/context.ts';
import { settlePosts } from '../posts/on-file-ready.ts';
import { settleMediaItems } from './on-media-ready.ts';

/**
 * Advances everything that uses a file after it became ready, failed, or was retried. Call it in the
 * transaction of the file's change.
 */
export async function fileSettled(tx: Ctx, fileId: string): Promise<void> {
  await settlePosts(tx, fileId);
  await settleMediaItems(tx, fileId);
}
