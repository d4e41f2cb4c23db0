import type { ReplySource } from '#contract/core/registry.ts';
import { countDays, plusDays } from '#lib/utc-days.ts';
import { dayIn, wholeDaysIn } from '#lib/zone-days.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { earningBalance } from './balance.ts';
import { type EarningPart, type EarningSource, type SavedSource, type Range, isIn, toPart } from './rows.ts';
import { countLost } from './rows-query.ts';
import { type DaySum, type Figures, addUp, sumsByDay, sumsBySource } from './sums.ts';
import { startOfOwnDay, viewerZone } from '../../../kernel/local-days.ts';
import { dayMs } from '../../../kernel/subscription-dates.ts';

type Stats = ReplySource<'GET /performer/earning/stats'>;
type Summed = Figures & { readonly source: SavedSource };

/** The maximum number of days listed individually. */
const mostDays = 400;

const shownSource = (source: SavedSource): EarningSource => (source === 'renewal' ? 'subscription' : source);

/** Sales and refunds by source, highest first. */
export function groupBySource(all: readonly Summed[]): Stats['bySource'] {
  const sources = [
    ...new Set(all.filter(({ source }) => isIn('earned', source)).map(({ source }) => shownSource(source))),
  ];
  const rows = sources.map((source) => ({
    source,
    ...addUp(all.filter((each) => shownSource(each.source) === source)),
  }));
  return rows.toSorted((a, b) => b.net - a.net || (a.source < b.source ? -1 : 1));
}

function groupByDay(all: readonly DaySum[]): Stats['byDay'] {
  const days = new Map<string, DaySum[]>();
  for (const each of all)
    if (isIn('earned', each.source)) days.set(each.day, [...(days.get(each.day) ?? []), each]);
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(-mostDays)
    .map(([day, sums]) => {
      const sales = addUp(sums.filter(({ source }) => isIn('sales', source)));
      const total = addUp(sums);
      return {
        day,
        gross: sales.gross,
        commission: sales.commission,
        refunds: total.net - sales.net,
        net: total.net,
        count: total.count,
      };
    });
}

async function rangeFigures(ctx: UserCtx, range: Range, all: readonly Summed[]) {
  const of = (part: EarningPart) => addUp(all.filter(({ source }) => isIn(part, source)));
  const countSource = (source: SavedSource) => addUp(all.filter((each) => each.source === source)).count;
  const subscribers = {
    new: countSource('subscription'),
    renewed: countSource('renewal'),
    lost: await countLost(ctx.db, ctx.viewer.id, range),
  };
  return {
    total: of('earned'),
    sales: of('sales'),
    refunds: of('refunds'),
    referrals: of('referrals'),
    subscribers,
  };
}

/** The preceding range of as many days of the viewer's, or else of the same length. A range without an end ends now. */
function before(ctx: UserCtx, range: Range): { from: string; to: string } | null {
  const from = Date.parse(range.from ?? '');
  const to = range.to ?? now(ctx).toISOString();
  const length = Date.parse(to) - from;
  if (Number.isNaN(length) || length <= 0 || from - length < 0) return null;
  const start = new Date(from).toISOString();
  const days = wholeDaysIn(viewerZone(ctx), { from: start, to });
  const count = days && countDays(days.from, days.to);
  return {
    from:
      days && count ? startOfOwnDay(ctx, plusDays(days.from, -count)) : new Date(from - length).toISOString(),
    to: start,
  };
}

/** The last days of a range, as many as are listed individually. */
function shownDays(ctx: UserCtx, range: Range): Range {
  const end = Math.min(Date.parse(range.to ?? '9999-12-31T00:00:00Z'), now(ctx).getTime() + dayMs);
  const first = startOfOwnDay(
    ctx,
    plusDays(dayIn(viewerZone(ctx), new Date(Math.max(end, 0))), 1 - mostDays),
  );
  return range.from && Date.parse(range.from) >= Date.parse(first)
    ? range
    : { from: new Date(Math.max(Date.parse(first), 0)).toISOString(), to: range.to };
}

/** A creator's earnings in a range and in the preceding one, and the current balance. */
export async function earningStats(ctx: UserCtx, range: Range): Promise<Stats> {
  const { id } = ctx.viewer;
  const days = shownDays(ctx, range);
  const byDay = await sumsByDay(ctx, days);
  const all = days === range ? byDay : await sumsBySource(ctx, id, range);
  const earlier = before(ctx, range);
  const previous = earlier && {
    ...earlier,
    ...(await rangeFigures(ctx, earlier, await sumsBySource(ctx, id, earlier))),
  };
  return {
    ...(await rangeFigures(ctx, range, all)),
    payouts: addUp(all.filter(({ source }) => toPart(source) === 'payouts')),
    adjustments: addUp(all.filter(({ source }) => toPart(source) === 'adjustments')),
    bySource: groupBySource(all),
    byDay: groupByDay(byDay),
    previous,
    balance: await earningBalance(ctx, id),
  };
}
