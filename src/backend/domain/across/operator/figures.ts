import { count, isNull, sql } from 'drizzle-orm';
import type { DayFigures, SiteFigures } from '#contract/across/operator/background.ts';
import { now } from '../../../kernel/context.ts';
import { dayMs } from '../../../kernel/subscription-dates.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { closedUntil, isFirstAddingUp } from '../../money/earnings/days.ts';
import type { OperatorCtx } from './audit.ts';
import { selectDays } from './figures-query.ts';

type Figures = SiteFigures['total'];
const names = ['active', 'joined', 'performersJoined', 'gross', 'commission', 'refunds'] as const;
const nothing: Figures = { active: 0, joined: 0, performersJoined: 0, gross: 0, commission: 0, refunds: 0 };

const addUp = (days: readonly Figures[]): Figures => {
  const total = { ...nothing };
  for (const day of days) for (const name of names) total[name] += day[name];
  return total;
};
const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * dayMs).toISOString().slice(0, 10);

/**
 * The site's last finished days and as many before them. A day is finished when it is over in UTC and its
 * sales are added up, an hour or two later.
 */
export async function siteFigures(ctx: OperatorCtx, length: number): Promise<SiteFigures> {
  const today = now(ctx).toISOString().slice(0, 10);
  const closed = await closedUntil(ctx);
  const end = closed < today && closed !== '1970-01-01' ? closed : today;
  const rows = await selectDays(ctx.db, { from: plusDays(end, -2 * length), to: end });
  const days = rows.map((row): DayFigures => {
    const figures = { ...nothing };
    for (const name of names) figures[name] = Number(row[name]);
    return { day: row.day, ...figures };
  });
  const [people] = await ctx.db
    .select({
      accounts: count(),
      performers: sql<number>`(count(*) FILTER (WHERE ${accounts.isPerformer}))::int`,
    })
    .from(accounts)
    .where(isNull(accounts.suspendedAt));
  return {
    accounts: people?.accounts ?? 0,
    performers: people?.performers ?? 0,
    total: addUp(days.slice(length)),
    previous: addUp(days.slice(0, length)),
    days: days.slice(length),
    isAddingUp: await isFirstAddingUp(ctx),
  };
}
