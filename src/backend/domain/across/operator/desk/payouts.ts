import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { DeskPayout, PayoutCase, PayoutStep } from '#contract/across/operator/payouts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { now, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { payoutEvents, payoutMethods, payoutRequests } from '../../../../db/schema/payouts.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { lockPayout, openStates } from '../../../trade/payouts/state-machine.ts';
import type { OperatorCtx } from '../audit.ts';
import { needsTwoOperators, proposeApproval, showPayout } from '../payouts.ts';
import { showProposal, withdrawProposal } from '../proposals.ts';
import { afterCursor, personRef } from './lists.ts';

type Query = ParsedInput<'GET /operator/payouts'>['query'];

const selectPayouts = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      payout: payoutRequests,
      method: payoutMethods,
      performer: { id: accounts.id, username: accounts.username, name: accounts.name },
    })
    .from(payoutRequests)
    .innerJoin(payoutMethods, eq(payoutMethods.id, payoutRequests.methodId))
    .innerJoin(accounts, eq(accounts.id, payoutRequests.performerId));
type Row = Awaited<ReturnType<typeof selectPayouts>>[number];

const deskPayout = (ctx: OperatorCtx, { payout, method, performer }: Row): DeskPayout => ({
  _id: payout.id,
  performer: personRef(performer),
  amount: payout.amount,
  currency: payout.currency,
  state: payout.state,
  method: { type: method.type, bank: method.shown.bank, last4: method.shown.last4 },
  lockedUntil: method.lockedUntil > now(ctx) ? method.lockedUntil.toISOString() : null,
  note: payout.note,
  reason: payout.reason,
  reference: payout.reference,
  createdAt: payout.createdAt.toISOString(),
});

/** Payouts in one state, newest first; without a state those that need action, longest waiting first. */
export async function searchPayouts(ctx: OperatorCtx, query: Query) {
  const first = query.state ? 'newest' : 'oldest';
  const order = first === 'newest' ? desc : asc;
  const isIn = query.state
    ? eq(payoutRequests.state, query.state)
    : inArray(payoutRequests.state, [...openStates]);
  const place = { at: payoutRequests.createdAt, id: payoutRequests.id };
  const [found, [counted]] = await Promise.all([
    selectPayouts(ctx)
      .where(and(isIn, afterCursor(query, place, first)))
      .orderBy(order(place.at), order(place.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(payoutRequests).where(isIn),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ payout }) => encodeCursor(payout));
  return { data: rows.map((row) => deskPayout(ctx, row)), total: counted?.total ?? 0, nextCursor };
}

/** What an operator can do with it. The gateway sends by itself what goes through it. */
function listSteps({ payout, method }: Row): PayoutStep[] {
  if (payout.state === 'pending') return ['approve', 'reject'];
  if (payout.state === 'paid') return ['return'];
  if (method.type === 'connect') return payout.state === 'processing' ? ['pay', 'fail'] : approvedSteps([]);
  if (payout.state === 'approved') return approvedSteps(['process']);
  return payout.state === 'processing' ? ['pay', 'fail'] : [];

  function approvedSteps(more: PayoutStep[]): PayoutStep[] {
    return payout.state === 'approved' ? [...more, 'reject'] : [];
  }
}

/** @throws AppError 404 */
export async function payoutCase(ctx: OperatorCtx, id: string): Promise<PayoutCase> {
  const [row] = await selectPayouts(ctx).where(eq(payoutRequests.id, id));
  if (!row) throw notFound();
  const isPending = row.payout.state === 'pending';
  const [events, proposal, needsTwo] = await Promise.all([
    ctx.db
      .select()
      .from(payoutEvents)
      .where(eq(payoutEvents.payoutId, id))
      .orderBy(asc(payoutEvents.createdAt), asc(payoutEvents.id)),
    isPending ? showProposal(ctx, proposeApproval(row.payout)) : null,
    needsTwoOperators(ctx, row.payout),
  ]);
  return {
    ...deskPayout(ctx, row),
    proposal,
    needsTwo: isPending && needsTwo,
    isOwn: row.payout.performerId === ctx.actorId,
    steps: listSteps(row),
    timeline: events.map(({ state, by, note, createdAt }) => ({
      event: state,
      by,
      note,
      at: createdAt.toISOString(),
    })),
  };
}

const labels: Readonly<Record<string, string>> = {
  holder: 'Account holder',
  bank: 'Bank',
  country: 'Country',
  currency: 'Currency',
  iban: 'IBAN',
  account: 'Account number',
  routing: 'Routing number',
};

/** The bank details to pay it with. That they were opened is noted in the audit log. @throws AppError 404 */
export async function payoutDetails(ctx: OperatorCtx, id: string) {
  const { details } = await showPayout(ctx, id);
  return {
    details:
      details &&
      Object.entries(details).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [{ label: labels[name] ?? name, value: String(value) }],
      ),
  };
}

/** @throws AppError 404, 409 */
export const withdrawApproval = (ctx: OperatorCtx, id: string, reason: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    if (!(await lockPayout(tx, id))) throw notFound();
    await withdrawProposal(tx, { action: 'payout.approve', subjectId: id }, reason);
  });
