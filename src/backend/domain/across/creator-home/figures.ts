import type { ReplySource } from '#contract/core/registry.ts';
import { plusDays } from '#lib/utc-days.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { startOfOwnDay, viewerToday } from '../../../kernel/local-days.ts';
import { followersByDay } from '../../content/community/new-followers.ts';
import { isIn } from '../../money/earnings/rows.ts';
import { sumsByDay } from '../../money/earnings/sums.ts';

type Figures = ReplySource<'GET /performer/home'>['figures'];
interface Days {
  readonly from: string;
  readonly to: string;
}

const length = 28;
/** The viewer's last 28 days, today included, and the 28 before. */
export function listPeriods(ctx: UserCtx): { today: Days; last: Days; before: Days } {
  const ago = (days: number) => plusDays(viewerToday(ctx), -days);
  return {
    today: { from: ago(0), to: ago(0) },
    last: { from: ago(length - 1), to: ago(0) },
    before: { from: ago(2 * length - 1), to: ago(length) },
  };
}

/** Earnings from sales, after commission and refunds, and who came, in each period. */
export async function homeFigures(ctx: UserCtx): Promise<Figures> {
  const { today, last, before } = listPeriods(ctx);
  const since = startOfOwnDay(ctx, before.from);
  const [sums, follows] = await Promise.all([
    sumsByDay(ctx, { from: since }),
    followersByDay(ctx, { from: since }),
  ]);
  const earned = sums
    .filter(({ source }) => isIn('earned', source))
    .map(({ day, net }) => ({ day, count: net }));
  // First payments, as the statistics and the earnings count new subscribers.
  const subscriptions = sums.filter(({ source }) => source === 'subscription');
  const sumFigures = (days: Days) => {
    const total = (rows: readonly { day: string; count: number }[]) =>
      rows.filter(({ day }) => day >= days.from && day <= days.to).reduce((sum, { count }) => sum + count, 0);
    return {
      ...days,
      earned: total(earned),
      subscribers: total(subscriptions),
      followers: total(follows),
    };
  };
  return { today: sumFigures(today), last: sumFigures(last), before: sumFigures(before) };
}
