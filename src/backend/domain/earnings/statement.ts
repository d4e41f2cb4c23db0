import { sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { invalid } from '../../kernel/errors.ts';
import { type SavedSource, partOf } from './rows.ts';
import { type SumRow, addUp, figuresOf, split, summed } from './sums.ts';
import { bySourceOf } from './stats.ts';
import { addMonths } from '../../kernel/subscription-dates.ts';

type Statement = ReplySource<'GET /performer/earning/statement'>;
type Found = SumRow & { balance: string; source: SavedSource | null; within: boolean };

/**
 * The balance statement of one month (UTC). Computed backwards from the current balance in one statement, so
 * that a month's closing balance always equals the next one's opening balance.
 */
export async function earningStatement(ctx: UserCtx, month: string): Promise<Statement> {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = addMonths(from, 1);
  if (from > now(ctx)) throw invalid('month', 'This month hasn’t started yet. Choose another one.');
  const since = summed(ctx.viewer.id, await split(ctx, { from: from.toISOString() }), { coarse: true });
  const rows = await rowsOf<Found>(
    ctx.db.execute(sql`
    SELECT stands.balance, moved.* FROM (SELECT coalesce(sum(balance), 0) AS balance FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = ${ctx.viewer.id}) AS stands
    LEFT JOIN (
      SELECT source, day < ${to.toISOString().slice(0, 10)} AS within, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count
      FROM (${since}) AS every_day (day, source, gross, commission, net, count) GROUP BY 1, 2) AS moved ON true`),
  );
  const moved = rows.flatMap(({ source, within, ...row }) =>
    source === null ? [] : [{ source, within, ...figuresOf(row) }],
  );
  const balance = Number(rows[0]?.balance ?? 0);
  const closing = balance - addUp(moved.filter(({ within }) => !within)).net;
  const own = moved.filter(({ within }) => within);
  const part = (name: ReturnType<typeof partOf>) =>
    addUp(own.filter(({ source }) => partOf(source) === name));
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    isOpen: to > now(ctx),
    opening: closing - addUp(own).net,
    closing,
    sales: part('sales'),
    refunds: part('refunds'),
    referrals: part('referrals'),
    payouts: part('payouts'),
    bySource: bySourceOf(own),
  };
}
