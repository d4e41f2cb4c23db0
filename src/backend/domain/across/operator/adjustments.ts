import { asc, desc, eq } from 'drizzle-orm';
import { formatMoney, formatTokens } from '#lib/format.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { accountDeletions, accounts } from '../../../db/schema/accounts.ts';
import { adjustments, operators } from '../../../db/schema/operator.ts';
import { AppError, conflict, invalid } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { earningBalance } from '../../money/earnings/balance.ts';
import { type Posting, balanceOf, post } from '../../base/ledger/ledger.ts';
import { earningsAdjustmentPostings, walletAdjustmentPostings } from '../../base/ledger/postings.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';
import { notifyAdjustment } from './adjustment-mails.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { type Subject, findSubject } from './desk/subjects.ts';
import { isAnother, isLoneOperator, toOperator } from './identity.ts';
import { personNamed } from './people.ts';

export type AdjustmentRow = typeof adjustments.$inferSelect;
type Change = Pick<AdjustmentRow, 'accountId' | 'purse' | 'amount'>;

export interface AdjustmentDraft extends Pick<AdjustmentRow, 'purse' | 'amount' | 'reason'> {
  /** Username, email or id. */
  readonly person: string;
  /** Number or id of what it is about; empty for nothing in particular. */
  readonly reference: string;
}

/** Not even the command line changes the balance of whoever runs it. @throws AppError 409 */
function refuseSelf({ actorId }: OperatorCtx, accountId: string): void {
  if (actorId === accountId) throw conflict('This is your own account. Another operator has to decide.');
}

const walletShort = (there: number, taken: number) =>
  conflict(
    `The wallet has ${formatTokens(there)}, so ${formatTokens(taken)} can’t be taken from it. Nothing was booked.`,
  );

/**
 * Refuses what would make a balance negative. Earnings that are on hold or in a payout aren't there to be taken.
 * @throws AppError 409
 */
async function refuseShort(tx: OperatorCtx, { accountId, purse, amount }: Change): Promise<void> {
  if (amount > 0) return;
  if (purse === 'wallet') {
    const there = await balanceOf(tx, 'wallet', accountId);
    if (there + amount < 0) throw walletShort(there, -amount);
    return;
  }
  await lockCreator(tx, accountId);
  const { available } = await earningBalance(tx, accountId);
  const { currency } = await tx.settings.all();
  if (available + amount < 0)
    throw conflict(
      `${formatMoney(Math.max(available, 0), currency)} of these earnings is available, so ${formatMoney(-amount, currency)} can’t be taken. Nothing was booked.`,
    );
}

/** Nobody could use it, or be told. @throws AppError 409 */
async function refuseErased(tx: OperatorCtx, accountId: string): Promise<void> {
  const [row] = await tx.db
    .select({ begunAt: accountDeletions.begunAt })
    .from(accountDeletions)
    .where(eq(accountDeletions.accountId, accountId));
  if (row?.begunAt) throw conflict('This account was deleted.');
}

/** What the audit log keeps of it, under the person it is about. */
const auditFacts = ({ id, purse, amount, reason, aboutLabel }: AdjustmentRow) => ({
  adjustment: id,
  purse,
  amount,
  reason,
  ...(aboutLabel !== null && { about: aboutLabel }),
});

const nothingAbout = { aboutKind: null, aboutId: null, aboutLabel: null };
const subjectColumns = ({ kind, _id, label }: Subject) => ({
  aboutKind: kind,
  aboutId: _id,
  aboutLabel: label,
});

/**
 * Proposes to give someone tokens or earnings, or to take them. Nothing moves until another operator approves it.
 * @throws AppError 404; 409 for one's own account, or if there is less than it takes; 422
 */
export const proposeAdjustment = (ctx: OperatorCtx, draft: AdjustmentDraft): Promise<AdjustmentRow> =>
  transaction(ctx, async (tx) => {
    const { id: accountId, isPerformer } = await personNamed(tx, draft.person);
    const { purse, amount, reason, reference } = draft;
    refuseSelf(tx, accountId);
    await refuseErased(tx, accountId);
    if (purse === 'earnings' && !isPerformer) throw invalid('purse', 'Only creators have earnings.');
    await refuseShort(tx, { accountId, purse, amount });
    const about =
      reference === '' ? nothingAbout : subjectColumns(await findSubject(tx, reference, accountId));
    const [time, by] = [now(tx), toOperator(tx)];
    const [row] = await tx.db
      .insert(adjustments)
      .values({
        id: tx.ports.ids(),
        accountId,
        purse,
        amount,
        reason,
        ...about,
        state: 'proposed',
        proposedBy: by.name,
        proposedById: by.id,
        createdAt: time,
        updatedAt: time,
      })
      .returning();
    if (!row) throw new Error('the adjustment vanished');
    await audit(tx, { action: 'adjustment.proposed', subject: accountId, facts: auditFacts(row) });
    return row;
  });

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Locks one that waits for a decision. @throws AppError 404, 409 */
async function lockProposed(tx: OperatorCtx, id: string): Promise<AdjustmentRow> {
  const [row] = isId(id)
    ? await tx.db.select().from(adjustments).where(eq(adjustments.id, id)).for('update')
    : [];
  if (!row) throw new AppError(404, 'not_found', `There is no adjustment ${id}.`);
  if (row.state !== 'proposed') throw conflict(`This adjustment was already ${row.state}.`);
  refuseSelf(tx, row.accountId);
  return row;
}

/** Whether there is nobody else who could approve: one operator, or none beside the command line. */
export async function isAloneHere(ctx: OperatorCtx): Promise<boolean> {
  if (await isLoneOperator(ctx)) return true;
  return ctx.actorId === null && (await ctx.db.$count(operators)) === 0;
}

/** Whether whoever looks may approve only because there is nobody else. */
export const isProposer = (ctx: OperatorCtx, { proposedBy, proposedById }: AdjustmentRow): boolean =>
  !isAnother({ name: proposedBy, id: proposedById }, toOperator(ctx));

async function refuseFormer(tx: OperatorCtx, { proposedById }: AdjustmentRow): Promise<void> {
  if (proposedById === null) return;
  const [still] = await tx.db
    .select({ id: operators.accountId })
    .from(operators)
    .where(eq(operators.accountId, proposedById));
  if (!still)
    throw conflict('The person who proposed this is no longer an operator. Decline it and propose it again.');
}

async function buildPostings(tx: OperatorCtx, { accountId, purse, amount }: Change): Promise<Posting[]> {
  if (purse === 'earnings') return earningsAdjustmentPostings(accountId, amount);
  const { tokenRate } = await tx.settings.all();
  return walletAdjustmentPostings({ accountId, tokens: amount, tokenRate });
}

/** Books it. @throws AppError 409 if there is less than it takes */
async function book(tx: OperatorCtx, row: AdjustmentRow): Promise<string> {
  const { id, accountId, purse, amount, reason } = row;
  await refuseShort(tx, row);
  const isWallet = purse === 'wallet';
  const posted = await post(tx, {
    kind: 'adjustment',
    subject: 'adjustment',
    subjectId: id,
    actorId: isWallet ? accountId : null,
    performerId: isWallet ? null : accountId,
    description: `Adjustment: ${reason.replaceAll(/\s+/g, ' ')}`,
    postings: await buildPostings(tx, row),
  }).catch((error: unknown) => {
    // Spent since it was looked at.
    if (error instanceof AppError && error.code === 'insufficient_balance')
      throw walletShort(-amount - Number(error.details?.['missing'] ?? 0), -amount);
    throw error;
  });
  if (isWallet)
    tx.emit(rooms.account(accountId), 'balance/updated', {
      added: amount,
      balance: posted.balanceOf('wallet', accountId),
    });
  return posted.transactionId;
}

interface Decision extends Pick<AdjustmentRow, 'state' | 'decision'> {
  readonly isAlone?: boolean;
  readonly transactionId?: string;
}

async function decide(tx: OperatorCtx, row: AdjustmentRow, decided: Decision): Promise<AdjustmentRow> {
  const by = toOperator(tx);
  const [changed] = await tx.db
    .update(adjustments)
    .set({ ...decided, decidedBy: by.name, decidedById: by.id, updatedAt: now(tx) })
    .where(eq(adjustments.id, row.id))
    .returning();
  if (!changed) throw new Error('the adjustment vanished');
  await audit(tx, {
    action: `adjustment.${decided.state}`,
    subject: row.accountId,
    facts: {
      ...auditFacts(row),
      proposedBy: row.proposedBy,
      decision: decided.decision,
      ...(decided.isAlone && { alone: true }),
    },
  });
  return changed;
}

/**
 * Approves an adjustment that another operator proposed, books it and tells the person. Where there is one operator,
 * they approve their own, which is noted.
 * @throws AppError 404; 409 for whoever proposed it, when it was decided, or if there is less than it takes
 */
export const approveAdjustment = (ctx: OperatorCtx, id: string, reason: string): Promise<AdjustmentRow> =>
  transaction(ctx, async (tx) => {
    const row = await lockProposed(tx, id);
    await refuseErased(tx, row.accountId);
    const isAlone = isProposer(tx, row);
    if (isAlone && !(await isAloneHere(tx)))
      throw conflict('You proposed this adjustment, so another operator has to approve it.');
    await refuseFormer(tx, row);
    const transactionId = await book(tx, row);
    const approved = await decide(tx, row, { state: 'approved', decision: reason, isAlone, transactionId });
    await notifyAdjustment(tx, approved);
    return approved;
  });

/** Declines an adjustment. Whoever proposed it can take it back, too. @throws AppError 404, 409 */
export const declineAdjustment = (ctx: OperatorCtx, id: string, reason: string): Promise<AdjustmentRow> =>
  transaction(ctx, async (tx) =>
    decide(tx, await lockProposed(tx, id), { state: 'declined', decision: reason }),
  );

/** Adjustments in one state with the usernames of those concerned: proposed ones longest waiting first. */
export const listAdjustments = (
  ctx: OperatorCtx,
  { state, limit }: { state: AdjustmentRow['state']; limit: number },
): Promise<{ row: AdjustmentRow; username: string | null }[]> => {
  const order = state === 'proposed' ? asc : desc;
  return ctx.db
    .select({ row: adjustments, username: accounts.username })
    .from(adjustments)
    .innerJoin(accounts, eq(accounts.id, adjustments.accountId))
    .where(eq(adjustments.state, state))
    .orderBy(order(adjustments.createdAt), order(adjustments.id))
    .limit(limit);
};
