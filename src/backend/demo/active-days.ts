import type { Ctx } from '../kernel/context.ts';
import { activeDays } from '../db/schema/accounts.ts';
import { type Past, before, days } from './past.ts';
import { createRandom } from './random.ts';

/** Enough for the longest period at the desk, and as many days before it. */
const count = 180;

/** How many accounts were there: a few more every week, and more at the weekend. */
function activeOn(day: Date, ago: number): number {
  const isWeekend = [0, 6].includes(day.getUTCDay());
  const usual = 26 + ((count - ago) / count) * 14 + (isWeekend ? 7 : 0);
  return Math.round(usual + createRandom(`active ${ago}`).between(-4, 4));
}

/** Fills the finished days of the chart of active accounts. */
export async function insertActiveDays(ctx: Ctx, { today }: Past): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const ago = at + 1;
    const day = before(today, days(ago));
    return { day: day.toISOString().slice(0, 10), shard: 0, accounts: activeOn(day, ago) };
  });
  await ctx.db.insert(activeDays).values(rows);
}
