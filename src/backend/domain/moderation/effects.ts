import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/reports.ts';
import { now } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { ledgerTransactions } from '../../db/schema/ledger.ts';
import { moderationDecisions, reports } from '../../db/schema/moderation/cases.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { liftSuspension, suspendAccount } from '../accounts/suspension.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { refundTransaction } from '../operator/refunds.ts';
import { resumePayouts, stopPayouts } from '../payouts/stops.ts';
import { filesOfTarget } from './evidence.ts';
import { endRemoval, onRemoval, takenDownBy } from './removal.ts';
import { type Before, targets, wordOf } from './targets.ts';

export type DecisionRow = typeof moderationDecisions.$inferSelect;

/** Whether a report led to a decision, rather than the operator's own look. */
export const wasReported = sql<boolean>`EXISTS (SELECT 1 FROM ${reports} r WHERE r.case_id = ${moderationDecisions.caseId})`;

const typeOf = ({ targetType }: DecisionRow) => targetType as ReportTarget;

/** The decision that has taken a target down already. */
async function earlierOn(
  tx: OperatorCtx,
  type: ReportTarget,
  targetId: string,
): Promise<DecisionRow | undefined> {
  const id = await takenDownBy(tx, type, targetId);
  if (id === null) return undefined;
  const [row] = await tx.db.select().from(moderationDecisions).where(eq(moderationDecisions.id, id));
  return row;
}

/** Ends earlier decisions that a new one takes the place of. */
async function supersede(tx: OperatorCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(moderationDecisions)
    .set({ state: 'lifted', endedAt: now(tx), updatedAt: now(tx) })
    .where(inArray(moderationDecisions.id, [...ids]));
}

/**
 * Takes the target down. What is hidden already can still be removed.
 * @throws AppError 409 when it is gone, or was taken down as far already
 */
async function takeDown(tx: OperatorCtx, decision: DecisionRow): Promise<Before> {
  const type = typeOf(decision);
  if (type === 'account')
    throw invalid('action', 'A profile can’t be hidden or removed. Suspend the account.');
  const isRemoved = decision.action === 'remove';
  const earlier = await earlierOn(tx, type, decision.targetId);
  if (earlier && (!isRemoved || earlier.action === 'remove'))
    throw conflict(`This ${wordOf(type)} was taken down already.`);
  const fileIds = await filesOfTarget(tx, type, decision.targetId);
  const before = await targets[type].takeDown(tx, decision.targetId, isRemoved ? 'removed' : 'archived');
  if (before === null) throw conflict(`This ${wordOf(type)} doesn’t exist anymore.`);
  const removal = { decisionId: decision.id, isRemoved, fileIds };
  if (earlier) {
    await endRemoval(tx, earlier.id);
    await supersede(tx, [earlier.id]);
  }
  await onRemoval(tx, { ...removal, kind: type, itemId: decision.targetId });
  if (before.replay) await onRemoval(tx, { ...removal, kind: 'video', itemId: before.replay.id });
  return earlier ? (earlier.before as Before) : before;
}

/** Closes the account, in place of an earlier suspension. */
async function suspend(tx: OperatorCtx, decision: DecisionRow): Promise<void> {
  const earlier = await tx.db
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.accountId, decision.accountId),
        inArray(moderationDecisions.action, ['suspend', 'ban']),
        eq(moderationDecisions.state, 'in-force'),
        ne(moderationDecisions.id, decision.id),
      ),
    );
  await supersede(
    tx,
    earlier.map(({ id }) => id),
  );
  await suspendAccount(tx, decision.accountId, {
    reason: decision.facts,
    until: decision.until,
    decisionId: decision.id,
  });
}

async function holdPayout(tx: OperatorCtx, { id, accountId, until }: DecisionRow): Promise<void> {
  const [account] = await tx.db
    .select({ isPerformer: accounts.isPerformer })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account?.isPerformer) throw invalid('action', 'Only creators have payouts.');
  await stopPayouts(tx, accountId, { decisionId: id, until });
}

/** @throws AppError 404, 409, 422 for a payment that didn't go to the person concerned */
async function giveBack(tx: OperatorCtx, decision: DecisionRow, transactionId: string | null): Promise<void> {
  if (transactionId === null) throw invalid('transactionId', 'Choose the payment to refund.');
  const [payment] = await tx.db
    .select({ performerId: ledgerTransactions.performerId })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId));
  if (payment?.performerId !== decision.accountId)
    throw invalid('transactionId', 'This payment isn’t one that the person in this case received.');
  await refundTransaction(tx, transactionId, '');
}

/** Carries a decision out. Returns what has to be known to undo it. */
export async function applyDecision(
  tx: OperatorCtx,
  decision: DecisionRow,
  transactionId: string | null,
): Promise<Before | null> {
  switch (decision.action) {
    case 'hide':
    case 'remove':
      return takeDown(tx, decision);
    case 'suspend':
    case 'ban':
      await suspend(tx, decision);
      return null;
    case 'hold-payout':
      await holdPayout(tx, decision);
      return null;
    case 'refund':
      await giveBack(tx, decision, transactionId);
      return null;
    default:
      return null;
  }
}

async function putBack(tx: OperatorCtx, decision: DecisionRow): Promise<boolean> {
  const type = typeOf(decision);
  if (type === 'account' || (await takenDownBy(tx, type, decision.targetId)) !== decision.id) return false;
  await endRemoval(tx, decision.id);
  return targets[type].putBack(tx, decision.targetId, {
    from: decision.action === 'remove' ? 'removed' : 'archived',
    before: decision.before ?? {},
  });
}

async function reopen(tx: OperatorCtx, { id, accountId }: DecisionRow): Promise<boolean> {
  const [account] = await tx.db
    .select({ decisionId: accounts.suspendedByDecision })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
  return account?.decisionId === id && liftSuspension(tx, accountId);
}

/** Undoes a decision. Returns whether everything is as it was before. */
export async function undoDecision(tx: OperatorCtx, decision: DecisionRow): Promise<boolean> {
  switch (decision.action) {
    case 'hide':
    case 'remove':
      return putBack(tx, decision);
    case 'suspend':
    case 'ban':
      return reopen(tx, decision);
    case 'hold-payout':
      await resumePayouts(tx, decision.accountId, decision.id);
      return true;
    default:
      return true;
  }
}
