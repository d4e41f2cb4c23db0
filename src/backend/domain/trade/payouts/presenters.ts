import { type SQL, and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Payout, PayoutRow as RowView } from '#contract/trade/payouts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { formatMoney } from '#lib/format.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { payoutEvents, payoutMethods, payoutRequests } from '../../../db/schema/payouts.ts';
import { notFound } from '../../../kernel/errors.ts';
import { availableWhen, earningBalance } from '../../money/earnings/balance.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { type MethodRow, findMethod, isLocked } from './methods.ts';
import type { PayoutRow } from './state-machine.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

type Query = ParsedInput<'GET /payout-requests/user/search'>['query'];

const rowView = (row: PayoutRow, { type, shown }: Pick<MethodRow, 'type' | 'shown'>): RowView => ({
  _id: row.id,
  amount: row.amount,
  currency: row.currency,
  note: row.note,
  state: row.state,
  method: { type, bank: shown.bank, last4: shown.last4 },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

function afterCursor({ cursor }: Query): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${payoutRequests.createdAt}, ${payoutRequests.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** The viewer's payouts, newest first. */
export async function searchPayouts(
  ctx: UserCtx,
  query: Query,
): Promise<{ data: RowView[]; total: number; nextCursor: string | null }> {
  const where = and(
    eq(payoutRequests.performerId, ctx.viewer.id),
    query.state && eq(payoutRequests.state, query.state),
  );
  const [found, total] = await Promise.all([
    ctx.db
      .select({ row: payoutRequests, method: { type: payoutMethods.type, shown: payoutMethods.shown } })
      .from(payoutRequests)
      .innerJoin(payoutMethods, eq(payoutMethods.id, payoutRequests.methodId))
      .where(and(where, afterCursor(query)))
      .orderBy(desc(payoutRequests.createdAt), desc(payoutRequests.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    cappedTotal(ctx, rowsWhere(ctx, payoutRequests, where), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ row }) => encodeCursor(row));
  return { data: rows.map(({ row, method }) => rowView(row, method)), total, nextCursor };
}

type Next = NonNullable<Payout['next']>;
const step = (message: string, who: Next['who'], until: string | null = null): Next => ({
  message,
  who,
  until,
});

/** Why an open payout isn't progressing, other than waiting for review. */
async function waitsFor(
  ctx: Ctx,
  payout: PayoutRow,
  method: NonNullable<Awaited<ReturnType<typeof findMethod>>>,
): Promise<Next | null> {
  const { available, holds } = await earningBalance(ctx, payout.performerId);
  if (available < 0) {
    const missing = formatMoney(-available, payout.currency);
    return step(
      `A refund took ${missing} of the balance for this payout. It continues once your earnings cover it.`,
      'time',
      availableWhen(holds, -available),
    );
  }
  if (isLocked(ctx, method.row))
    return step(
      'Your payout method was changed recently. Nothing will be paid there before this date.',
      'time',
      method.row.lockedUntil.toISOString(),
    );
  if (!method.view.isReady)
    return step(`${method.view.bank} needs more information before it can pay you.`, 'you');
  return null;
}

async function findNextStep(
  ctx: Ctx,
  payout: PayoutRow,
  method: Parameters<typeof waitsFor>[2],
): Promise<Next | null> {
  const byGateway = method.row.type === 'connect';
  if (payout.state === 'processing')
    return byGateway
      ? step('The transfer is in progress.', 'gateway')
      : step('The bank transfer was started. It takes one to three business days.', 'time');
  if (payout.state !== 'pending' && payout.state !== 'approved') return null;
  const waits = await waitsFor(ctx, payout, method);
  if (waits) return waits;
  if (payout.state === 'pending') return step('Waiting for the site to review it.', 'site');
  return byGateway
    ? step('It will be sent within minutes.', 'gateway')
    : step('The site will start the bank transfer.', 'site');
}

/**
 * One of the viewer's payouts.
 * @throws AppError 404 for anyone else's.
 */
export async function viewPayout(ctx: UserCtx, id: string): Promise<Payout> {
  const [row] = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.id, id), eq(payoutRequests.performerId, ctx.viewer.id)));
  const method = row ? await findMethod(ctx, row.methodId) : null;
  if (!row || !method) throw notFound();
  const events = await ctx.db
    .select()
    .from(payoutEvents)
    .where(eq(payoutEvents.payoutId, id))
    .orderBy(asc(payoutEvents.createdAt), asc(payoutEvents.id));
  return {
    ...rowView(row, method.row),
    reason: row.reason,
    reference: row.reference,
    next: await findNextStep(ctx, row, method),
    canEdit: row.state === 'pending',
    canCancel: row.state === 'pending',
    timeline: events.map((event) => ({
      event: event.state as Payout['timeline'][number]['event'],
      by: event.by as Payout['timeline'][number]['by'],
      note: event.note,
      at: event.createdAt.toISOString(),
    })),
  };
}
