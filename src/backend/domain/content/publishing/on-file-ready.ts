import type { Ctx } from '../../../kernel/context.ts';
import { advancePostsWithFile } from '../posts/publish-due.ts';
import { advanceMediaItemsWithFile } from './publish-media-items.ts';

/**
 * Advances everything that uses a file after it became ready, failed, or was retried. Call it in the
 * transaction of the file's change.
 */
export async function onFileSettled(tx: Ctx, fileId: string): Promise<void> {
  await advancePostsWithFile(tx, fileId);
  await advanceMediaItemsWithFile(tx, fileId);
}
