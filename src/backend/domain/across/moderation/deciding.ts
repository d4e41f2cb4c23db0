import { and, count, eq, ne } from 'drizzle-orm';
import type { ModerationAction } from '#contract/across/decisions.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { moderationCases, moderationDecisions, reports } from '../../../db/schema/moderation.ts';
import { conflict } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type OperatorCtx, audit, isCommandLine } from '../operator/audit.ts';
import { isId, refuseOwn, unknownCase, unknownDecision } from './acting.ts';
import { isAnother, isLoneOperator, toOperator } from '../operator/identity.ts';
import { type DecisionDraft, checkDraft, isTakingDown } from './draft.ts';
import { type DecisionRow, applyDecision, undoDecision } from './effects.ts';
import { describeDecision, notifyOutcome, notifyPerson, notifyReporter, mailVisitors } from './notices.ts';

export type { DecisionDraft } from './draft.ts';

type CaseRow = typeof moderationCases.$inferSelect;

/** Locks a case against reports and other decisions. @throws AppError 404 */
async function lockCase(tx: OperatorCtx, id: string): Promise<CaseRow> {
  const [row] = isId(id)
    ? await tx.db.select().from(moderationCases).where(eq(moderationCases.id, id)).for('update')
    : [];
  if (!row) throw unknownCase(id);
  return row;
}

const selectReporters = (tx: OperatorCtx, caseId: string) =>
  tx.db
    .select({ reporterId: reports.reporterId, snapshot: reports.snapshot })
    .from(reports)
    .where(eq(reports.caseId, caseId))
    .orderBy(reports.createdAt, reports.id);

/** What the content was called when it was first reported. */
function reportedTitle(snapshot: unknown): string {
  const { title, name, text } = snapshot as Partial<Record<'title' | 'name' | 'text', string>>;
  return shortPost([title, name, text].find((words) => (words ?? '') !== '') ?? '', 100);
}

/** Refuses whoever the case is about, and who reported it if there is another operator to decide. */
async function refusePart(
  tx: OperatorCtx,
  accountId: string,
  evidence: readonly { readonly reporterId: string | null }[],
): Promise<void> {
  const reporters = (await isLoneOperator(tx)) ? [] : evidence.map(({ reporterId }) => reporterId);
  refuseOwn(tx, [accountId, ...reporters]);
}

/** Whether a second operator has to agree. Whoever has the command line can change the setting. */
async function needsSecond(tx: OperatorCtx, action: ModerationAction): Promise<boolean> {
  if (action !== 'ban' || isCommandLine(tx)) return false;
  const { twoPersonBans } = await tx.settings.all();
  return twoPersonBans && !(await isLoneOperator(tx));
}

async function refuseUnseen(tx: OperatorCtx, caseId: string, seen: number | null): Promise<void> {
  if (seen === null) return;
  const [row] = await tx.db
    .select({ decisions: count() })
    .from(moderationDecisions)
    .where(eq(moderationDecisions.caseId, caseId));
  if ((row?.decisions ?? 0) !== seen)
    throw conflict('Another operator has made a decision in this case in the meantime. Review it again.');
}

/** Closes the case with its reports, and lets everybody who reported know. */
async function closeCase(
  tx: OperatorCtx,
  row: Pick<CaseRow, 'id' | 'targetType'>,
  isActedOn: boolean,
): Promise<void> {
  const time = now(tx);
  const closed = await tx.db
    .update(moderationCases)
    .set({ state: 'closed', closedAt: time, updatedAt: time })
    .where(and(eq(moderationCases.id, row.id), eq(moderationCases.state, 'open')))
    .returning({ id: moderationCases.id });
  if (closed.length === 0) return;
  const isOpen = and(eq(reports.caseId, row.id), eq(reports.state, 'open'));
  await mailVisitors(tx, row, isActedOn);
  const reporters = await tx.db
    .update(reports)
    .set({
      state: 'closed',
      outcome: isActedOn ? 'acted' : 'no-action',
      reporterEmail: null,
      updatedAt: time,
    })
    .where(isOpen)
    .returning({ reporterId: reports.reporterId });
  for (const { reporterId } of reporters)
    if (reporterId !== null) await notifyReporter(tx, { reporterId, targetType: row.targetType, isActedOn });
}

/** Carries a decision out and closes its case. The person is notified first: a suspended account gets no notices. */
async function enforce(
  tx: OperatorCtx,
  decision: DecisionRow,
  transactionId: string | null,
): Promise<DecisionRow> {
  const inForce: DecisionRow = { ...decision, state: 'in-force', decidedAt: now(tx) };
  await notifyPerson(tx, inForce);
  const before = await applyDecision(tx, inForce, transactionId);
  const [row] = await tx.db
    .update(moderationDecisions)
    .set({ state: 'in-force', decidedAt: inForce.decidedAt, before, updatedAt: now(tx) })
    .where(eq(moderationDecisions.id, decision.id))
    .returning();
  if (!row) throw new Error('a decision vanished');
  if (row.caseId !== null)
    await closeCase(tx, { id: row.caseId, targetType: row.targetType }, row.action !== 'dismiss');
  return row;
}

/** What follows a decision without holding it up. */
async function queueConsequences(
  tx: OperatorCtx,
  { id, action, ground }: DecisionRow,
  refundBuyers: boolean,
) {
  if (!isTakingDown(action)) return;
  if (ground === 'illegal') await enqueue(tx, { kind: 'sealed-copies', payload: { decisionId: id } });
  if (refundBuyers) await enqueue(tx, { kind: 'refund-buyers', payload: { decisionId: id } });
}

const auditFacts = (decision: DecisionRow) => ({
  caseId: decision.caseId,
  targetType: decision.targetType,
  targetId: decision.targetId,
  accountId: decision.accountId,
  ground: decision.ground,
  rule: decision.rule,
  facts: decision.facts,
  until: decision.until?.toISOString() ?? null,
});

/**
 * Decides a case: carries the action out, tells the person concerned and those who reported, and closes the case. A
 * ban at the desk only proposes it, where the site asks for two operators. Everything in one transaction.
 * @throws AppError 404; 409 when another operator was faster, or the operator is part of it; 422
 */
export function decide(ctx: OperatorCtx, caseId: string, draft: DecisionDraft): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const row = await lockCase(tx, caseId);
    await refuseUnseen(tx, caseId, draft.seen);
    const evidence = await selectReporters(tx, caseId);
    await refusePart(tx, row.accountId, evidence);
    checkDraft(tx, row, draft);
    const time = now(tx);
    const by = toOperator(tx);
    const { action, ground, rule, facts, until, transactionId, refundBuyers = false } = draft;
    const [decision] = await tx.db
      .insert(moderationDecisions)
      .values({
        action,
        ground,
        rule,
        facts,
        until,
        id: tx.ports.ids(),
        caseId,
        accountId: row.accountId,
        targetType: row.targetType,
        targetId: row.targetId,
        category: row.category,
        state: 'proposed',
        about: reportedTitle(evidence[0]?.snapshot ?? {}),
        decidedBy: by.name,
        decidedById: by.id,
        createdAt: time,
        updatedAt: time,
      })
      .onConflictDoNothing()
      .returning();
    if (!decision)
      throw conflict('A ban was already proposed in this case. Another operator confirms or rejects it.');
    const waits = await needsSecond(tx, action);
    await audit(tx, {
      action: waits ? 'moderation.ban-proposed' : `moderation.${action}`,
      subject: decision.id,
      facts: { ...auditFacts(decision), ...(refundBuyers && { refundBuyers }) },
    });
    if (waits) return decision;
    await queueConsequences(tx, decision, refundBuyers);
    return enforce(tx, decision, transactionId);
  });
}

/** Locks a decision, and its case before it. @throws AppError 404 */
export async function lockDecision(tx: OperatorCtx, id: string): Promise<DecisionRow> {
  const named = eq(moderationDecisions.id, id);
  const [seen] = isId(id)
    ? await tx.db.select({ caseId: moderationDecisions.caseId }).from(moderationDecisions).where(named)
    : [];
  if (!seen) throw unknownDecision(id);
  if (seen.caseId !== null) {
    const row = await lockCase(tx, seen.caseId);
    const concerned = await selectReporters(tx, seen.caseId);
    await refusePart(tx, row.accountId, concerned);
  }
  const [decision] = await tx.db.select().from(moderationDecisions).where(named).for('update');
  if (!decision) throw unknownDecision(id);
  refuseOwn(tx, [decision.accountId]);
  return decision;
}

/**
 * Confirms a ban that another operator proposed, and carries it out. Whoever is left alone confirms their own.
 * @throws AppError 404; 409 for the operator who proposed it, or when it was answered already
 */
export function confirmDecision(ctx: OperatorCtx, id: string, reason = ''): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const decision = await lockDecision(tx, id);
    if (decision.state !== 'proposed') throw conflict('This decision isn’t waiting for a second operator.');
    const by = toOperator(tx);
    const isSecond = isAnother({ name: decision.decidedBy, id: decision.decidedById }, by);
    if (!isSecond && !(await isLoneOperator(tx)))
      throw conflict('You proposed this ban, so another operator has to confirm it.');
    const confirmed = { confirmedBy: by.name, confirmedById: by.id };
    await tx.db.update(moderationDecisions).set(confirmed).where(eq(moderationDecisions.id, id));
    await audit(tx, {
      action: 'moderation.ban-confirmed',
      subject: id,
      facts: { ...auditFacts(decision), ...(reason !== '' && { reason }) },
    });
    return enforce(tx, { ...decision, ...confirmed }, null);
  });
}

/**
 * Rejects a proposed ban; the case stays open. Whoever proposed it can take it back, too.
 * @throws AppError 404, 409
 */
export function withdrawDecision(ctx: OperatorCtx, id: string, reason: string): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const decision = await lockDecision(tx, id);
    if (decision.state !== 'proposed') throw conflict('This decision isn’t waiting for a second operator.');
    await audit(tx, { action: 'moderation.ban-rejected', subject: id, facts: { reason } });
    return endDecision(tx, decision, 'withdrawn');
  });
}

/** Marks a decision as no longer in force. */
export async function endDecision(
  tx: OperatorCtx,
  { id }: DecisionRow,
  state: 'withdrawn' | 'reversed' | 'lifted',
): Promise<DecisionRow> {
  const [row] = await tx.db
    .update(moderationDecisions)
    .set({ state, endedAt: now(tx), updatedAt: now(tx) })
    .where(and(eq(moderationDecisions.id, id), ne(moderationDecisions.state, state)))
    .returning();
  if (!row) throw conflict('This decision has ended already.');
  return row;
}

/**
 * Lifts a decision without an appeal: what was hidden or removed is back, a suspension or hold ends.
 * @throws AppError 404, 409 when it isn't in force
 */
export function liftDecision(ctx: OperatorCtx, id: string, reason: string): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const decision = await lockDecision(tx, id);
    if (decision.state !== 'in-force') throw conflict('This decision isn’t in force.');
    if (decision.action === 'dismiss' || decision.action === 'refund')
      throw conflict(`A ${decision.action === 'refund' ? 'refund' : 'dismissal'} can’t be lifted.`);
    const isBack = await undoDecision(tx, decision);
    const ended = await endDecision(tx, decision, 'lifted');
    await audit(tx, {
      action: 'moderation.lifted',
      subject: id,
      facts: { ...auditFacts(decision), reason, isBack },
    });
    await notifyOutcome(tx, decision, {
      text: `We lifted a decision about you. It said: “${describeDecision(decision)}”`,
      answer: '',
      hasMail: isBack && (decision.action === 'suspend' || decision.action === 'ban'),
    });
    return ended;
  });
}
