import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import { moderationDecisions, reportFiles, reports } from '../../../db/schema/moderation.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { liftSuspension, suspendAccount } from '../../people/accounts/suspension.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { refundTransaction } from '../operator/refunds.ts';
import { liftHold, placeHold } from '../../trade/payouts/holds.ts';
import { filesOfTarget } from './evidence.ts';
import { endRemoval, onRemoval, takenDownBy } from './removal.ts';
import { type Before, targetWord, targets } from './targets.ts';

export type DecisionRow = typeof moderationDecisions.$inferSelect;

/** Whether a report led to a decision, rather than the operators' own look. */
export const wasReported = sql<boolean>`EXISTS (SELECT 1 FROM ${reports} r WHERE r.case_id = ${moderationDecisions.caseId} AND r.source IN ('person', 'visitor'))`;

const decisionTarget = ({ targetType }: DecisionRow) => targetType as ReportTarget;

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

/** Whether something is removed rather than hidden: by the decision, or by an earlier one whose place it took. */
const isGone = ({ action, before }: DecisionRow): boolean =>
  action === 'remove' || (before as Before | null)?.wasRemoved === true;

/** What has to be known to put something back as it was before an earlier decision, too. */
const beforeAll = (earlier: DecisionRow): Before => ({
  ...(earlier.before as Before | null),
  ...(isGone(earlier) && { wasRemoved: true }),
});

/**
 * Whether a decision takes down more than an earlier one: for good, or closed to everyone as illegal. What is illegal
 * isn't opened to its owner and buyers by a decision on a lesser ground.
 */
function goesFurther(decision: DecisionRow, earlier: DecisionRow): boolean {
  if (decision.ground !== earlier.ground) return decision.ground === 'illegal';
  return decision.action === 'remove' && !isGone(earlier);
}

/** What its owner deleted can still be sealed as illegal: its files are kept, and may be in their data. */
const goneBefore = ({ ground }: DecisionRow): Before | null =>
  ground === 'illegal' ? { wasGone: true } : null;

/** The files of the target. Of what is illegal, also those it had when it was reported, whatever its owner did since. */
async function loadTargetFiles(
  tx: OperatorCtx,
  type: Exclude<ReportTarget, 'account'>,
  { targetId, ground, caseId }: DecisionRow,
): Promise<string[]> {
  const fileIds = await filesOfTarget(tx, type, targetId);
  if (ground !== 'illegal' || caseId === null) return fileIds;
  const reported = await tx.db
    .selectDistinct({ id: reportFiles.fileId })
    .from(reportFiles)
    .innerJoin(reports, eq(reports.id, reportFiles.reportId))
    .where(eq(reports.caseId, caseId));
  return [...new Set([...fileIds, ...reported.map(({ id }) => id)])];
}

/** The earlier decision whose place a new one takes. @throws AppError 409 when that took the target down as far */
async function replaceable(
  tx: OperatorCtx,
  type: ReportTarget,
  decision: DecisionRow,
): Promise<DecisionRow | undefined> {
  const earlier = await earlierOn(tx, type, decision.targetId);
  if (earlier && !goesFurther(decision, earlier))
    throw conflict(`This ${targetWord(type)} was taken down already.`);
  return earlier;
}

/**
 * Takes the target down. What is hidden already can still be removed, and what was taken down under the rules of the
 * site can still be sealed as illegal.
 * @throws AppError 409 when it is gone and not illegal, or was taken down as far already
 */
async function takeDown(tx: OperatorCtx, decision: DecisionRow): Promise<Before> {
  const type = decisionTarget(decision);
  if (type === 'account')
    throw invalid('action', 'A profile can’t be hidden or removed. Suspend the account.');
  const earlier = await replaceable(tx, type, decision);
  const isRemoved = decision.action === 'remove' || (earlier !== undefined && isGone(earlier));
  const fileIds = await loadTargetFiles(tx, type, decision);
  const taken = await targets[type].takeDown(tx, decision.targetId, isRemoved ? 'removed' : 'archived');
  const before = earlier ? beforeAll(earlier) : (taken ?? goneBefore(decision));
  if (before === null) throw conflict(`This ${targetWord(type)} doesn’t exist anymore.`);
  const removal = { decisionId: decision.id, isRemoved, fileIds };
  if (earlier) {
    await endRemoval(tx, earlier.id);
    await supersede(tx, [earlier.id]);
  }
  await onRemoval(tx, { ...removal, kind: type, itemId: decision.targetId });
  if (before.replay) await onRemoval(tx, { ...removal, kind: 'video', itemId: before.replay.id });
  return before;
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
  await placeHold(tx, accountId, { decisionId: id, until });
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
  const type = decisionTarget(decision);
  if (type === 'account' || (await takenDownBy(tx, type, decision.targetId)) !== decision.id) return false;
  await endRemoval(tx, decision.id);
  // What its owner had deleted stays deleted.
  if ((decision.before as Before | null)?.wasGone) return true;
  return targets[type].putBack(tx, decision.targetId, {
    from: isGone(decision) ? 'removed' : 'archived',
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
      await liftHold(tx, decision.accountId, decision.id);
      return true;
    default:
      return true;
  }
}
