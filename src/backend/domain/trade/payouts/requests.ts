import type { Cents } from '#lib/units.ts';
import { eq } from 'drizzle-orm';
import type { Payout, PayoutBlock, PayoutQuote } from '#contract/trade/payouts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { formatMoney } from '#lib/format.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { payoutRequests } from '../../../db/schema/payouts.ts';
import { AppError, conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { refuseStale } from '../../../kernel/versions.ts';
import { earningBalance } from '../../money/earnings/balance.ts';
import { once } from '../../../kernel/idempotency.ts';
import { type Situation, listBlockers, amountBlocker } from './blockers.ts';
import { refuseWithoutMoney } from './real-money.ts';
import { activeHold } from './holds.ts';
import { chosenMethod } from './methods.ts';
import {
  type PayoutRow,
  lockPayout,
  reserveForPayout,
  movePayout,
  note,
  findOpenPayout,
} from './state-machine.ts';
import { viewPayout } from './presenters.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

async function loadSituation(
  ctx: UserCtx,
  amount: Cents | undefined,
  creator: Situation['creator'],
): Promise<Situation> {
  const { id } = ctx.viewer;
  const [settings, balance, method, open, hold] = [
    await ctx.settings.all(),
    await earningBalance(ctx, id),
    await chosenMethod(ctx, id),
    await findOpenPayout(ctx, id),
    await activeHold(ctx, id),
  ];
  return {
    creator,
    balance,
    method: method?.view ?? null,
    openRequestId: open?.id ?? null,
    hold,
    settings,
    amount,
  };
}

/** What a payout would amount to now, and everything that blocks it. */
export async function calculate(
  ctx: UserCtx,
  { amount }: { amount?: Cents | undefined },
): Promise<PayoutQuote> {
  const [creator] = await ctx.db.select().from(performers).where(eq(performers.accountId, ctx.viewer.id));
  if (!creator) throw notFound();
  const situation = await loadSituation(ctx, amount, creator);
  const {
    balance: { available, onHold, inProblems, holds, setAside },
    settings,
  } = situation;
  const blocks = listBlockers(situation);
  const requested = amount ?? Math.max(available, 0);
  return {
    available,
    onHold,
    inProblems,
    holds: [...holds],
    setAside,
    minimum: settings.minimumPayoutAmount,
    amount: requested,
    fee: 0,
    receives: requested,
    remains: available - requested,
    currency: settings.currency,
    method: situation.method,
    openRequestId: situation.openRequestId,
    canRequest: blocks.every(({ stops }) => stops !== 'request'),
    blocks,
  };
}

/** A block as an error: on `amount` if it concerns the amount, otherwise a 403 or 409. */
function refusal({ code, message, until, who }: PayoutBlock): AppError {
  if (code === 'amount_too_low' || code === 'amount_too_high') return invalid('amount', message);
  return new AppError(
    code === 'not_approved' ? 403 : 409,
    code === 'not_approved' ? 'not_allowed' : 'conflict',
    message,
    { details: { block: code, until, who } },
  );
}

/** Requests a payout. The money is put on hold immediately, so that nothing else can be paid from it. */
export function request(ctx: UserCtx, body: ParsedInput<'POST /payout-requests'>['body']): Promise<Payout> {
  return once(ctx, { route: 'POST /payout-requests', input: body }, async (tx) => {
    refuseWithoutMoney(tx);
    const performerId = tx.viewer.id;
    const creator = await lockCreator(tx, performerId);
    const situation = await loadSituation(tx, body.amount, creator);
    const block = listBlockers(situation).find(({ stops }) => stops === 'request');
    if (block) throw refusal(block);
    const { method, settings } = situation;
    if (!method) throw notFound();
    const time = now(tx);
    const id = tx.ports.ids();
    const transactionId = await reserveForPayout(tx, { id, performerId }, body.amount);
    const [payout] = await tx.db
      .insert(payoutRequests)
      .values({
        id,
        performerId,
        methodId: method._id,
        amount: body.amount,
        currency: settings.currency,
        note: body.note,
        state: 'pending',
        transactionId,
        createdAt: time,
        updatedAt: time,
      })
      .returning();
    if (!payout) throw new Error('the payout vanished');
    await note(tx, payout, { news: 'pending', by: 'creator', note: body.note });
    return viewPayout(tx, id);
  });
}

/**
 * Locks the viewer's own payout while it is pending.
 * @throws AppError 404, 409 once it was decided.
 */
async function lockOwnPending(tx: UserCtx, id: string): Promise<PayoutRow> {
  const payout = await lockPayout(tx, id);
  if (payout?.performerId !== tx.viewer.id) throw notFound();
  if (payout.state !== 'pending')
    throw conflict(`This payout can’t be changed anymore. Its status is ${payout.state}.`);
  return payout;
}

/** Changes the amount as if newly requested, counting the money already on hold. */
async function changeAmount(tx: UserCtx, payout: PayoutRow, amount: Cents): Promise<void> {
  const settings = await tx.settings.all();
  const balance = await earningBalance(tx, payout.performerId);
  const more = amount - payout.amount;
  // Lowering the amount is always allowed; raising it needs available earnings.
  const block = amountBlocker({
    balance: { ...balance, available: more > 0 ? balance.available + payout.amount : amount },
    settings,
    amount,
  });
  if (block) throw refusal(block);
  await reserveForPayout(tx, payout, more);
}

/** Changes the amount or note of a pending payout. */
export function edit(
  ctx: UserCtx,
  id: string,
  body: ParsedInput<'PUT /payout-requests/:id'>['body'],
): Promise<Payout> {
  return once(ctx, { route: 'PUT /payout-requests/:id', input: { id, ...body } }, async (tx) => {
    const payout = await lockOwnPending(tx, id);
    refuseStale(tx, payout);
    const amount = body.amount ?? payout.amount;
    const text = body.note ?? payout.note;
    if (amount !== payout.amount) await changeAmount(tx, payout, amount);
    if (amount === payout.amount && text === payout.note) return viewPayout(tx, id);
    const [changed] = await tx.db
      .update(payoutRequests)
      .set({ amount, note: text, updatedAt: now(tx) })
      .where(eq(payoutRequests.id, id))
      .returning();
    const words =
      amount === payout.amount
        ? ''
        : `From ${formatMoney(payout.amount, payout.currency)} to ${formatMoney(amount, payout.currency)}`;
    await note(tx, changed ?? payout, { news: 'changed', by: 'creator', note: words });
    return viewPayout(tx, id);
  });
}

export function cancel(ctx: UserCtx, id: string): Promise<Payout> {
  return once(ctx, { route: 'POST /payout-requests/:id/cancel', input: { id } }, async (tx) => {
    await movePayout(tx, await lockOwnPending(tx, id), { to: 'cancelled', by: 'creator' });
    return viewPayout(tx, id);
  });
}
