import type { Cents, Tokens } from '#lib/units.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { countOwn, countShares, pageOfShares, sumShares } from './earnings-query.ts';

type Stats = ReplySource<'GET /referral-earnings/stats'>;

async function countPeople(ctx: UserCtx): Promise<Pick<Stats, 'people' | 'pending' | 'owed'>> {
  const row = await countOwn(ctx.db, ctx.viewer.id, now(ctx));
  const { joined = 0, active = 0, ended = 0, voided = 0 } = row ?? {};
  return {
    people: { joined, active, ended, voided },
    pending: Number(row?.pending ?? 0),
    owed: Number(row?.owed ?? 0),
  };
}

const sum = (rows: readonly { amount: Cents; tokens: Tokens; count: number }[]) => ({
  amount: rows.reduce((all, row) => all + row.amount, 0),
  tokens: rows.reduce((all, row) => all + row.tokens, 0),
  count: rows.reduce((all, row) => all + row.count, 0),
});

export async function referralStats(
  ctx: UserCtx,
  query: ParsedInput<'GET /referral-earnings/stats'>['query'],
): Promise<Stats> {
  const rows = await sumShares(ctx.db, ctx.viewer.id, query);
  const figures = rows.map((row) => ({
    referralId: row.referral_id,
    name: row.name ?? '',
    amount: Number(row.amount),
    tokens: Number(row.tokens),
    count: row.count,
  }));
  const byReferral = figures.flatMap(({ referralId, ...rest }) =>
    referralId === null ? [] : [{ referralId, ...rest }],
  );
  return {
    ...(await countPeople(ctx)),
    total: sum(figures),
    byReferral,
    others: sum(figures.filter((row) => row.referralId === null)),
  };
}

export async function searchReferralEarnings(
  ctx: UserCtx,
  query: ParsedInput<'GET /referral-earnings/search'>['query'],
): Promise<ReplySource<'GET /referral-earnings/search'>> {
  const rows = await pageOfShares(ctx.db, ctx.viewer.id, query);
  const page = cutPage(rows, query.limit, (last) =>
    encodeCursor({ createdAt: new Date(last.created_at), id: last.id }),
  );
  const total = await countShares(ctx.db, ctx.viewer.id, query);
  const data = page.rows.map((row) => ({
    _id: row.id,
    referralId: row.referral_id,
    name: row.name,
    description: row.description,
    amount: Number(row.amount),
    tokens: Number(row.tokens),
    createdAt: new Date(row.created_at).toISOString(),
  }));
  return { data, total, nextCursor: page.nextCursor };
}
