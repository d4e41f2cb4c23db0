import type { Cents } from '#lib/units.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { payoutEvents, payoutMethods, payoutRequests } from '../../../db/schema/payouts.ts';
import { earningBalance } from '../../money/earnings/balance.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import { type Posting, buildReversal, post } from '../../base/ledger/ledger.ts';
import { type PayoutNews, methodName, mailPayout } from './mails.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

export type PayoutRow = typeof payoutRequests.$inferSelect;
export type PayoutState = PayoutRow['state'];
export type Actor = 'creator' | 'operator' | 'gateway';
export const openStates = ['pending', 'approved', 'processing'] as const satisfies readonly PayoutState[];

/** The states that can follow each state; states not listed are final. */
export const follows: Readonly<Partial<Record<PayoutState, readonly PayoutState[]>>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['processing', 'rejected', 'cancelled'],
  processing: ['paid', 'failed'],
  paid: ['returned'],
};
const returns: ReadonlySet<PayoutState> = new Set(['rejected', 'cancelled', 'failed', 'returned']);

/** Postings that put a creator's earnings on hold for a payout, or return them if `amount` is negative. */
const asidePostings = (performerId: string, amount: Cents): Posting[] => [
  { kind: 'earnings', ownerId: performerId, amount: -amount },
  { kind: 'payout', ownerId: performerId, amount },
];

/**
 * Locks a payout, and its creator before it, so that all changes to a creator's payouts happen one at a time.
 */
export async function lockPayout(tx: Ctx, id: string): Promise<PayoutRow | null> {
  const [found] = await tx.db
    .select({ performerId: payoutRequests.performerId })
    .from(payoutRequests)
    .where(eq(payoutRequests.id, id));
  if (!found) return null;
  await lockCreator(tx, found.performerId);
  const [row] = await tx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)).for('update');
  return row ?? null;
}

export async function findOpenPayout(ctx: Ctx, performerId: string): Promise<PayoutRow | null> {
  const [row] = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.performerId, performerId), inArray(payoutRequests.state, [...openStates])));
  return row ?? null;
}

/**
 * The cents missing because refunds since the request have consumed the balance the payout is paid from; 0
 * when it is covered. The payout waits until new earnings make up for it.
 */
export async function missingFor(tx: Ctx, performerId: string): Promise<number> {
  const { available } = await earningBalance(tx, performerId);
  return Math.max(0, -available);
}

interface Event {
  readonly news: PayoutNews;
  readonly by: Actor;
  readonly note?: string | undefined;
}

export async function writeEvent(
  tx: Ctx,
  payout: PayoutRow,
  { news, by, note: words = '' }: Event,
): Promise<void> {
  await tx.db
    .insert(payoutEvents)
    .values({ id: tx.ports.ids(), payoutId: payout.id, state: news, by, note: words, createdAt: now(tx) });
}

/** Adds an event to the timeline and notifies the creator. */
export async function note(tx: Ctx, payout: PayoutRow, event: Event): Promise<void> {
  await writeEvent(tx, payout, event);
  const [method] = await tx.db.select().from(payoutMethods).where(eq(payoutMethods.id, payout.methodId));
  if (method)
    await mailPayout(tx, payout, { news: event.news, note: event.note ?? '', to: methodName(method) });
}

/** Puts money on hold for a payout, or returns it to the earnings if `amount` is negative. */
export async function reserveForPayout(
  tx: Ctx,
  payout: Pick<PayoutRow, 'id' | 'performerId'>,
  amount: Cents,
): Promise<string> {
  const back = amount < 0;
  const posted = await post(tx, {
    kind: back ? 'payout_returned' : 'payout',
    subject: 'payout',
    subjectId: payout.id,
    actorId: null,
    performerId: payout.performerId,
    description: back ? 'Payout returned' : 'Payout on hold',
    postings: asidePostings(payout.performerId, amount),
  });
  return posted.transactionId;
}

/** Pays out the money on hold. */
const payOut = (tx: Ctx, { id, performerId, amount }: PayoutRow) =>
  post(tx, {
    kind: 'payout_paid',
    subject: 'payout',
    subjectId: id,
    actorId: null,
    performerId,
    description: 'Payout paid',
    postings: [
      { kind: 'payout', ownerId: performerId, amount: -amount },
      { site: 'gateway', amount },
    ],
  });

/**
 * Takes a payout's money back from the bank, so that it is on hold again as before it was paid.
 * @throws AppError 409 when that was done already.
 */
async function takeBack(tx: Ctx, { id }: PayoutRow): Promise<void> {
  const [paid] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.kind, 'payout_paid'),
        eq(ledgerTransactions.subjectId, id),
        isNull(ledgerTransactions.reversesId),
      ),
    );
  if (!paid) throw new Error(`payout ${id} was never paid`);
  await post(tx, {
    ...(await buildReversal(tx, paid.id, 'Payout returned by the bank')),
    kind: 'payout_paid',
  });
}

export interface Moving {
  readonly to: PayoutState;
  readonly by: Actor;
  /** Shown in the timeline. */
  readonly note?: string;
  readonly set?: Partial<Pick<PayoutRow, 'reason' | 'reference'>>;
}

/**
 * Changes a locked payout's state and moves its money. The caller decides whether it is permitted; whether
 * the transition is possible is checked here.
 * @throws Error when it isn't.
 */
export async function settlePayout(
  tx: Ctx,
  payout: PayoutRow,
  { to, set }: Pick<Moving, 'to' | 'set'>,
): Promise<PayoutRow> {
  if (!follows[payout.state]?.includes(to))
    throw new Error(`a payout that is ${payout.state} can’t become ${to}`);
  if (to === 'returned') await takeBack(tx, payout);
  if (returns.has(to)) await reserveForPayout(tx, payout, -payout.amount);
  if (to === 'paid') await payOut(tx, payout);
  const [moved] = await tx.db
    .update(payoutRequests)
    .set({ ...set, state: to, updatedAt: now(tx) })
    .where(eq(payoutRequests.id, payout.id))
    .returning();
  if (!moved) throw new Error('the payout vanished');
  return moved;
}

/** Like `settlePayout`, and also adds the event to the timeline and notifies the creator. */
export async function movePayout(tx: Ctx, payout: PayoutRow, moving: Moving): Promise<PayoutRow> {
  const moved = await settlePayout(tx, payout, moving);
  await note(tx, moved, { news: moving.to, by: moving.by, note: moving.note });
  return moved;
}
