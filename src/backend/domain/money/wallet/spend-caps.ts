import type { Cents } from '#lib/units.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { SpendCap } from '#contract/money/wallet.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { spendCaps } from '../../../db/schema/wallet.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { noteSpendCaps } from '../../people/accounts/spend-caps-noted.ts';
import {
  type SpendCapRow,
  type Spending,
  capAt,
  lockSpending,
  monthAround,
  noCap,
  spendingIn,
} from './spend-cap-check.ts';

type Caps = ReplySource<'GET /wallet/caps'>;
type Wish = ParsedInput<'PUT /wallet/caps'>['body'];

const most = 100;

const pendingChange = ({ nextAmount, nextAt }: SpendCapRow, time: Date): SpendCap['next'] =>
  nextAt !== null && nextAmount !== null && nextAt > time
    ? { amount: nextAmount === noCap ? null : nextAmount, at: nextAt.toISOString() }
    : null;

const spentUnderCap = ({ performerId }: SpendCapRow, spending: Spending): number =>
  performerId === null ? spending.total : spending.of(performerId);

/** The viewer's caps, the overall one first, and how much of each is used. */
export async function ownSpendCaps(ctx: UserCtx): Promise<Caps> {
  const time = now(ctx);
  const month = monthAround(time);
  const rows = await ctx.db
    .select()
    .from(spendCaps)
    .where(eq(spendCaps.accountId, ctx.viewer.id))
    .orderBy(sql`${spendCaps.performerId} IS NOT NULL`, asc(spendCaps.createdAt), asc(spendCaps.id));
  const [spending, cards, { spendCapRaiseHours }] = await Promise.all([
    spendingIn(ctx, ctx.viewer.id, month),
    performerCards(
      ctx,
      rows.flatMap((row) => row.performerId ?? []),
    ),
    ctx.settings.all(),
  ]);
  const data = rows.flatMap((row): SpendCap[] => {
    const amount = capAt(row, time);
    if (amount === null) return [];
    const spent = spentUnderCap(row, spending);
    return [
      {
        performer: row.performerId === null ? null : (cards.get(row.performerId) ?? null),
        amount,
        spent,
        left: Math.max(0, amount - spent),
        next: pendingChange(row, time),
      },
    ];
  });
  return {
    data,
    spent: spending.total,
    month: { from: month.from.toISOString(), to: month.to.toISOString() },
    raiseHours: spendCapRaiseHours,
  };
}

const ofPair = (accountId: string, performerId: string | null) =>
  and(
    eq(spendCaps.accountId, accountId),
    performerId === null ? isNull(spendCaps.performerId) : eq(spendCaps.performerId, performerId),
  );

/**
 * A new cap requires a creator the viewer may see. An existing one can be changed even after a block.
 * @throws AppError 404, 422 for the viewer's own id.
 */
async function mustMeet(tx: UserCtx, performerId: string): Promise<void> {
  if (performerId === tx.viewer.id) throw invalid('performerId', 'You can’t set a limit for yourself.');
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  if (!isOpenTo(facts, performerId)) throw notFound();
}

async function setFirst(
  tx: UserCtx,
  { performerId, amount }: { performerId: string | null; amount: Cents },
): Promise<void> {
  if (performerId !== null) await mustMeet(tx, performerId);
  if ((await tx.db.$count(spendCaps, eq(spendCaps.accountId, tx.viewer.id))) >= most)
    throw conflict(`You have ${most} spending limits already. Remove one first.`);
  const time = now(tx);
  await tx.db.insert(spendCaps).values({
    id: tx.ports.ids(),
    accountId: tx.viewer.id,
    performerId,
    amount,
    createdAt: time,
    updatedAt: time,
  });
}

const asBound = (amount: Cents | null): Cents => amount ?? Infinity;
type Change = Partial<Pick<SpendCapRow, 'amount' | 'nextAmount' | 'nextAt'>>;

/**
 * Applies a requested change to a cap: lowering takes effect immediately, raising after a delay. Requesting
 * less of a raise than is already pending keeps its time. Returns null when the cap is to be removed.
 */
async function decideChange(tx: Ctx, row: SpendCapRow, wish: number | null): Promise<Change | null> {
  const time = now(tx);
  const present = asBound(capAt(row, time));
  const { spendCapRaiseHours } = await tx.settings.all();
  if (asBound(wish) <= present || spendCapRaiseHours === 0)
    return wish === null ? null : { amount: wish, nextAmount: null, nextAt: null };
  const waiting = pendingChange(row, time);
  const keepsTime = waiting !== null && asBound(wish) <= asBound(waiting.amount);
  return {
    amount: present,
    nextAmount: wish ?? noCap,
    nextAt: keepsTime ? new Date(waiting.at) : new Date(time.getTime() + spendCapRaiseHours * 3_600_000),
  };
}

async function apply(tx: UserCtx, row: SpendCapRow, wish: number | null): Promise<void> {
  const change = await decideChange(tx, row, wish);
  if (change === null) await tx.db.delete(spendCaps).where(eq(spendCaps.id, row.id));
  else
    await tx.db
      .update(spendCaps)
      .set({ ...change, updatedAt: now(tx) })
      .where(eq(spendCaps.id, row.id));
}

/** Deletes caps whose removal has taken effect. */
async function tidy(tx: UserCtx): Promise<void> {
  await tx.db
    .delete(spendCaps)
    .where(
      and(
        eq(spendCaps.accountId, tx.viewer.id),
        eq(spendCaps.nextAmount, noCap),
        sql`${spendCaps.nextAt} <= ${now(tx).toISOString()}::timestamptz`,
      ),
    );
}

/**
 * Sets, changes, or removes a cap.
 * @throws AppError 404 for a creator the viewer can't see.
 */
export function setSpendCap(ctx: UserCtx, { performerId, amount }: Wish): Promise<Caps> {
  return transaction(ctx, async (tx) => {
    const me = tx.viewer.id;
    await lockSpending(tx, me);
    await tidy(tx);
    const [row] = await tx.db
      .select()
      .from(spendCaps)
      .where(ofPair(me, performerId ?? null));
    if (row) await apply(tx, row, amount);
    else if (amount !== null) await setFirst(tx, { performerId: performerId ?? null, amount });
    else if (performerId !== undefined) await mustMeet(tx, performerId);
    const hasSpendCaps = (await tx.db.$count(spendCaps, eq(spendCaps.accountId, me))) > 0;
    await noteSpendCaps(tx, me, hasSpendCaps);
    return ownSpendCaps(tx);
  });
}
