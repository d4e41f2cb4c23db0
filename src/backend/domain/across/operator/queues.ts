import type { Queue } from '#contract/across/operator/desk.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { countWaiting } from './queues-query.ts';

/** How many wait in each queue, and since when the oldest does. */
export async function countQueues(ctx: Ctx): Promise<Queue[]> {
  const rows = await countWaiting(ctx.db);
  return rows.map(({ name, count, oldest }) => ({
    name,
    count,
    oldestAt: oldest === null ? null : new Date(oldest).toISOString(),
  }));
}
