import type { ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { referenceCode } from '../../../kernel/reference-code.ts';
import { addMonths } from '../../../kernel/subscription-dates.ts';
import { statementParties } from './billing-details.ts';
import { type SavedSource, toPart } from './rows.ts';
import { groupBySource } from './stats.ts';
import { balanceAndMovements } from './sums-query.ts';
import { type Figures, addUp, split, toFigures } from './sums.ts';

export type Statement = ReplySource<'GET /performer/earning/statement'>;
type Year = ReplySource<'GET /performer/earning/year'>;
type Balances = Year['total'];
/** What moved the balance in one month, by source. `month` is like `2026-03`. */
type Movement = Figures & { readonly month: string; readonly source: SavedSource };

/** The current balance, and everything that has moved it since the first of a month. */
async function movementsSince(
  ctx: Ctx,
  creatorId: string,
  from: Date,
): Promise<{ readonly balance: number; readonly moved: readonly Movement[] }> {
  const parts = await split(ctx, { from: from.toISOString() });
  const rows = await balanceAndMovements(ctx.db, creatorId, parts);
  return {
    balance: Number(rows[0]?.balance ?? 0),
    moved: rows.flatMap(({ source, month, ...row }) =>
      source === null ? [] : [{ source, month, ...toFigures(row) }],
    ),
  };
}

/** From opening to closing balance, given the closing one. */
function calculateBalances(own: readonly Movement[], closing: number): Balances {
  const part = (name: ReturnType<typeof toPart>) =>
    addUp(own.filter(({ source }) => toPart(source) === name));
  return {
    opening: closing - addUp(own).net,
    sales: part('sales'),
    refunds: part('refunds'),
    referrals: part('referrals'),
    payouts: part('payouts'),
    adjustments: part('adjustments'),
    closing,
  };
}

/** A month and its creator tell it apart; the code says nothing about how many creators there are. */
const statementNumber = (creatorId: string, month: string): string =>
  `S-${month}-${referenceCode(creatorId)}`;
const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/**
 * A creator's balance statement of one month (UTC), such as `2026-03`. Computed backwards from the current balance, so that a month's closing
 * balance always equals the next one's opening balance.
 * @throws AppError 422 for a month that hasn't started.
 */
export async function earningStatement(ctx: Ctx, creatorId: string, month: string): Promise<Statement> {
  const from = startOfMonth(month);
  const to = addMonths(from, 1);
  if (from > now(ctx)) throw invalid('month', 'This month hasn’t started yet. Choose another one.');
  const { balance, moved } = await movementsSince(ctx, creatorId, from);
  const own = moved.filter((each) => each.month === month);
  const later = addUp(moved.filter((each) => each.month > month));
  const { currency } = await ctx.settings.all();
  return {
    number: statementNumber(creatorId, month),
    from: from.toISOString(),
    to: to.toISOString(),
    isOpen: to > now(ctx),
    currency,
    ...(await statementParties(ctx, creatorId)),
    ...calculateBalances(own, balance - later.net),
    bySource: groupBySource(own),
  };
}

/** The months of a year that have begun, each as its statement says. */
export async function earningYear(ctx: UserCtx, year: string): Promise<Year> {
  const time = now(ctx);
  const months = Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}`).filter(
    (month) => startOfMonth(month) <= time,
  );
  const [first] = months;
  if (first === undefined) throw invalid('year', 'This year hasn’t started yet. Choose another one.');
  const { balance, moved } = await movementsSince(ctx, ctx.viewer.id, startOfMonth(first));
  const closingBalance = (month: string) => balance - addUp(moved.filter((each) => each.month > month)).net;
  const own = moved.filter((each) => each.month.startsWith(year));
  const { currency } = await ctx.settings.all();
  return {
    currency,
    ...(await statementParties(ctx, ctx.viewer.id)),
    months: months.map((month) => ({
      month,
      number: statementNumber(ctx.viewer.id, month),
      isOpen: addMonths(startOfMonth(month), 1) > time,
      ...calculateBalances(
        own.filter((each) => each.month === month),
        closingBalance(month),
      ),
    })),
    total: calculateBalances(own, closingBalance(months.at(-1) ?? first)),
  };
}
