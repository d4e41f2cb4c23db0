import type { Cents, Tokens } from '#lib/units.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { type PaidInMonth, countPaidCreators, pageOfPaidCreators, paidByMonth } from './statements-query.ts';

type Statement = ReplySource<'GET /wallet/statement/:id'>;
interface Totals {
  readonly count: number;
  readonly tokens: Tokens;
  readonly money: Cents;
}
const nothing: Totals = { count: 0, tokens: 0, money: 0 };
const plus = (a: Totals, b: Totals): Totals => ({
  count: a.count + b.count,
  tokens: a.tokens + b.tokens,
  money: a.money + b.money,
});
const toTotals = ({ count, tokens, money }: PaidInMonth): Totals => ({
  count,
  tokens: Number(tokens),
  money: Number(money),
});

/** Adds rows up by key, in the order keys first appear. */
function grouped<Key>(rows: readonly PaidInMonth[], keyOf: (row: PaidInMonth) => Key): [Key, Totals][] {
  const sums = new Map<Key, Totals>();
  for (const row of rows) sums.set(keyOf(row), plus(sums.get(keyOf(row)) ?? nothing, toTotals(row)));
  return [...sums];
}

/**
 * A creator the viewer never paid must be visible to them.
 * @throws AppError 404
 */
async function mustMeet(ctx: UserCtx, performerId: string): Promise<void> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [performerId] });
  if (performerId === ctx.viewer.id || !isOpenTo(facts, performerId)) throw notFound();
}

/**
 * Everything the viewer paid to one creator, available whatever has happened to the creator since.
 * @throws AppError 404
 */
export async function loadStatement(ctx: UserCtx, performerId: string): Promise<Statement> {
  const rows = await paidByMonth(ctx.db, ctx.viewer.id, performerId);
  if (rows.length === 0) await mustMeet(ctx, performerId);
  const performer = (await performerCards(ctx, [performerId])).get(performerId);
  if (!performer) throw notFound();
  const first = rows.map((row) => new Date(row.since).getTime()).sort((a, b) => a - b)[0];
  return {
    performer,
    since: first === undefined ? null : new Date(first).toISOString(),
    total: rows.map(toTotals).reduce(plus, nothing),
    kinds: grouped(rows, (row) => row.kind)
      .map(([kind, sums]) => ({ kind, ...sums }))
      .sort((a, b) => b.money - a.money),
    months: grouped(rows, (row) => row.month).map(([month, sums]) => ({ month, ...sums })),
  };
}

/** Every creator the viewer has paid, most recent first. */
export async function listPaidCreators(
  ctx: UserCtx,
  { offset, limit }: ParsedInput<'GET /wallet/statements'>['query'],
): Promise<ReplySource<'GET /wallet/statements'>> {
  const me = ctx.viewer.id;
  const [rows, total] = await Promise.all([
    pageOfPaidCreators(ctx.db, me, { offset, limit }),
    countPaidCreators(ctx.db, me),
  ]);
  const cards = await performerCards(
    ctx,
    rows.map((row) => row.performer_id),
  );
  const data = rows.flatMap((row) => {
    const performer = cards.get(row.performer_id);
    return performer
      ? [
          {
            _id: row.performer_id,
            performer,
            count: row.count,
            tokens: Number(row.tokens),
            money: Number(row.money),
            lastAt: new Date(row.last_at).toISOString(),
          },
        ]
      : [];
  });
  return { data, total };
}
