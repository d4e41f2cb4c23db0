import type { Ctx } from '../context.ts';
import { settleFeeds } from './feed-settling.ts';
import { settleWorks } from './work-settling.ts';

/** A file is ready, or failed, or is being tried again: whatever has it moves on. Call it in the transaction of the file's own change. */
export async function fileSettled(tx: Ctx, fileId: string): Promise<void> {
  await settleFeeds(tx, fileId);
  await settleWorks(tx, fileId);
}
