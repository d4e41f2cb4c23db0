import type { Cents } from '#lib/units.ts';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import { formatMoney } from '#lib/format.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { payoutMethods, payoutRequests } from '../../../db/schema/payouts.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { type Proposed, agreed, dropProposal, refuseOwn } from './proposals.ts';
import { refuseWithoutMoney } from '../../trade/payouts/real-money.ts';
import { activeHold } from '../../trade/payouts/holds.ts';
import type { BankDetails } from '../../trade/payouts/bank-details.ts';
import { type MethodRow, findMethod, openSealed } from '../../trade/payouts/methods.ts';
import {
  type Moving,
  type PayoutRow,
  type PayoutState,
  follows,
  lockPayout,
  missingFor,
  movePayout,
  openStates,
} from '../../trade/payouts/state-machine.ts';

export type { PayoutState } from '../../trade/payouts/state-machine.ts';
export interface ListedPayout {
  id: string;
  createdAt: Date;
  username: string | null;
  amount: Cents;
  currency: string;
  state: PayoutState;
  method: 'bank' | 'connect';
  bank: string;
  last4: string;
  lockedUntil: Date | null;
  note: string;
  reason: string | null;
  reference: string | null;
}
export interface ShownPayout extends ListedPayout {
  details: BankDetails | null;
}

const columns = { payout: payoutRequests, method: payoutMethods, username: accounts.username };
const select = (ctx: OperatorCtx) =>
  ctx.db
    .select(columns)
    .from(payoutRequests)
    .innerJoin(payoutMethods, eq(payoutMethods.id, payoutRequests.methodId))
    .innerJoin(accounts, eq(accounts.id, payoutRequests.performerId));

const listed = (
  ctx: OperatorCtx,
  { payout, method, username }: { payout: PayoutRow; method: MethodRow; username: string | null },
): ListedPayout => ({
  id: payout.id,
  createdAt: payout.createdAt,
  username,
  amount: payout.amount,
  currency: payout.currency,
  state: payout.state,
  method: method.type,
  bank: method.shown.bank,
  last4: method.shown.last4,
  lockedUntil: method.lockedUntil > now(ctx) ? method.lockedUntil : null,
  note: payout.note,
  reason: payout.reason,
  reference: payout.reference,
});

const unknown = (id: string) => new AppError(404, 'not_found', `There is no payout ${id}.`);
function checkId(id: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw unknown(id);
}

/**
 * Payouts in one state, newest first; without a state, those that need someone's action, longest waiting
 * first.
 */
export async function listPayouts(
  ctx: OperatorCtx,
  filter: { state?: PayoutState | undefined; limit: number },
): Promise<ListedPayout[]> {
  const rows = await select(ctx)
    .where(
      filter.state ? eq(payoutRequests.state, filter.state) : inArray(payoutRequests.state, [...openStates]),
    )
    .orderBy(
      filter.state ? desc(payoutRequests.createdAt) : asc(payoutRequests.createdAt),
      asc(payoutRequests.id),
    )
    .limit(filter.limit);
  return rows.map((row) => listed(ctx, row));
}

async function detailsFor(
  ctx: OperatorCtx,
  { id, accountId, sealed }: MethodRow,
): Promise<BankDetails | null> {
  if (sealed === null) return null;
  const found = await openSealed(ctx, { id, accountId, sealed });
  if (!found)
    throw conflict(
      'These bank details were encrypted with another SECRET. Add it to SECRET_PREVIOUS, or reject the payout and ask the creator to enter them again.',
    );
  return found.details;
}

/** One payout with the details needed to pay it. The access is recorded in the audit log. */
export async function showPayout(ctx: OperatorCtx, id: string): Promise<ShownPayout> {
  checkId(id);
  const [row] = await select(ctx).where(eq(payoutRequests.id, id));
  if (!row) throw unknown(id);
  const details = await detailsFor(ctx, row.method);
  await audit(ctx, { action: 'payout.shown', subject: id });
  return { ...listed(ctx, row), details };
}

async function listedById(ctx: OperatorCtx, id: string): Promise<ListedPayout> {
  const [row] = await select(ctx).where(eq(payoutRequests.id, id));
  if (!row) throw unknown(id);
  return listed(ctx, row);
}

/** What leads to money leaving the site. */
const spends: ReadonlySet<PayoutState> = new Set(['approved', 'processing', 'paid']);

type Check = (tx: OperatorCtx, payout: PayoutRow) => Promise<void>;
type Waits = (tx: OperatorCtx, payout: PayoutRow) => Promise<boolean>;

/** What two operators agree on: this amount to this destination. */
export const proposeApproval = ({ id, amount, currency, methodId }: PayoutRow): Proposed => ({
  action: 'payout.approve',
  subjectId: id,
  terms: `${amount} ${currency} ${methodId}`,
});

/** Whether a payout's amount takes two operators to approve it. */
export async function needsTwoOperators(ctx: OperatorCtx, { amount }: PayoutRow): Promise<boolean> {
  const { twoPersonPayoutAmount: from } = await ctx.settings.all();
  return from !== null && amount >= from;
}

/**
 * Changes a payout's state and records it in the audit log. If it `waits` for a second operator, nothing
 * changes.
 * @throws AppError 404, 409 with the reason when the change isn't possible.
 */
function move(
  ctx: OperatorCtx,
  id: string,
  moving: Omit<Moving, 'by'> & { check?: Check; waits?: Waits; then?: Check; why?: string; facts?: object },
): Promise<ListedPayout> {
  checkId(id);
  return transaction(ctx, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (!payout) throw unknown(id);
    refuseOwn(tx, payout.performerId);
    const { check, waits, then, why, facts, ...rest } = moving;
    if (spends.has(moving.to)) refuseWithoutMoney(tx);
    if (!follows[payout.state]?.includes(moving.to))
      throw conflict(`A payout that is ${payout.state} can’t become ${moving.to}.`);
    await check?.(tx, payout);
    if (await waits?.(tx, payout)) return listedById(tx, id);
    await dropProposal(tx, proposeApproval(payout));
    const moved = await movePayout(tx, payout, { ...rest, by: 'operator' });
    await then?.(tx, moved);
    await audit(tx, {
      action: `payout.${moving.to}`,
      subject: id,
      facts: {
        before: payout.state,
        amount: payout.amount,
        currency: payout.currency,
        ...(why && { reason: why }),
        ...moving.set,
        ...facts,
      },
    });
    return listedById(tx, id);
  });
}

/**
 * Refuses when refunds since the request have consumed the balance it is paid from.
 * @throws AppError 409
 */
async function refuseUncovered(tx: OperatorCtx, { performerId, currency }: PayoutRow): Promise<void> {
  const missing = await missingFor(tx, performerId);
  if (missing > 0)
    throw conflict(
      `Refunds took ${formatMoney(missing, currency)} of the balance for this payout. It can continue once the creator’s earnings cover it, or be rejected.`,
    );
}

async function refuseLocked(tx: OperatorCtx, { methodId }: PayoutRow): Promise<void> {
  const method = await findMethod(tx, methodId);
  if (method?.view.lockedUntil)
    throw conflict(
      `Nothing can be paid there before ${method.view.lockedUntil}: the payout method was changed recently.`,
    );
}

/**
 * Refuses while a decision holds the creator's payouts.
 * @throws AppError 409
 */
async function refuseHeld(tx: OperatorCtx, { performerId }: PayoutRow): Promise<void> {
  const hold = await activeHold(tx, performerId);
  if (hold)
    throw conflict(
      `This creator’s payouts are on hold${hold.until ? ` until ${hold.until.toISOString()}` : ''}, by decision ${hold.decisionId}.`,
    );
}

const byBank: Check = async (tx, { methodId }) => {
  const method = await findMethod(tx, methodId);
  if (method?.row.type === 'connect')
    throw conflict('The gateway sends this payout automatically once it’s approved.');
};

/**
 * Approves a payout. One through the gateway is sent by a job once its method is unlocked. Above the amount of a
 * setting, the first operator only proposes it, and it stays pending until a second one does the same.
 */
export const approvePayout = (ctx: OperatorCtx, id: string, why = ''): Promise<ListedPayout> =>
  move(ctx, id, {
    to: 'approved',
    why,
    waits: async (tx, payout) =>
      (await needsTwoOperators(tx, payout)) && !(await agreed(tx, proposeApproval(payout), why)),
    check: async (tx, payout) => {
      await refuseHeld(tx, payout);
      await refuseUncovered(tx, payout);
    },
    then: async (tx, { methodId }) => {
      const method = await findMethod(tx, methodId);
      if (method?.row.type === 'connect')
        await enqueue(tx, {
          kind: 'payout-transfer',
          payload: { payoutId: id },
          ...(method.view.lockedUntil ? { runAt: new Date(method.view.lockedUntil) } : {}),
        });
    },
  });

/** Marks a payout as processing before the bank is instructed. From then on, the creator can't cancel it. */
export const processPayout = (ctx: OperatorCtx, id: string): Promise<ListedPayout> =>
  move(ctx, id, {
    to: 'processing',
    check: async (tx, payout) => {
      await byBank(tx, payout);
      await refuseHeld(tx, payout);
      await refuseLocked(tx, payout);
      await refuseUncovered(tx, payout);
    },
  });

/** Marks a payout as paid; `reference` is the bank's. */
export const payPayout = (ctx: OperatorCtx, id: string, reference: string): Promise<ListedPayout> =>
  move(ctx, id, { to: 'paid', note: `Reference ${reference}`, set: { reference } });

/** Rejects a payout before the bank was instructed, and returns the money to the creator's balance. */
export const rejectPayout = (ctx: OperatorCtx, id: string, reason: string): Promise<ListedPayout> =>
  move(ctx, id, { to: 'rejected', note: reason, set: { reason } });

/** Marks a payout as failed because the bank didn't send it, and returns the money to the creator's balance. */
export const failPayout = (ctx: OperatorCtx, id: string, reason: string): Promise<ListedPayout> =>
  move(ctx, id, { to: 'failed', note: reason, set: { reason } });

/**
 * Marks a paid payout as returned by the bank, and returns the money to the creator's balance. `reference` is the
 * bank's, of the return.
 */
export const returnPayout = (
  ctx: OperatorCtx,
  id: string,
  { reason, reference }: { readonly reason: string; readonly reference: string },
): Promise<ListedPayout> =>
  move(ctx, id, {
    to: 'returned',
    note: `${reason}\nBank reference ${reference}`,
    set: { reason },
    facts: { returnReference: reference },
  });
