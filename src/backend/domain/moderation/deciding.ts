import { and, count, eq, ne } from 'drizzle-orm';
import type { DecisionGround, ModerationAction } from '#contract/moderation/decisions.ts';
import type { ReportTarget } from '#contract/reports.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { now, transaction } from '../../kernel/context.ts';
import { moderationCases, moderationDecisions, reports } from '../../db/schema/moderation/cases.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';
import {
  actionsFor,
  isAnother,
  isId,
  operatorOf,
  refuseOwn,
  unknownCase,
  unknownDecision,
} from './acting.ts';
import { type DecisionRow, applyDecision, undoDecision } from './effects.ts';
import { sentenceOf, tellOutcome, tellPerson, tellReporter } from './telling.ts';

type CaseRow = typeof moderationCases.$inferSelect;

export interface DecisionDraft {
  readonly action: ModerationAction;
  readonly ground: DecisionGround;
  /** The law or rule relied on, and the facts, as the person reads them. */
  readonly rule: string;
  readonly facts: string;
  /** When it ends by itself: required for a suspension at the desk, possible for a hold of payouts. */
  readonly until: Date | null;
  /** The payment to refund. */
  readonly transactionId: string | null;
  /**
   * How many decisions the operator saw on the case, so that two don't decide it without knowing of each other. Null
   * where they decide about a person without looking at the case.
   */
  readonly seen: number | null;
}

/** Locks a case against reports and other decisions. @throws AppError 404 */
async function lockCase(tx: OperatorCtx, id: string): Promise<CaseRow> {
  const [row] = isId(id)
    ? await tx.db.select().from(moderationCases).where(eq(moderationCases.id, id)).for('update')
    : [];
  if (!row) throw unknownCase(id);
  return row;
}

const reportersOf = (tx: OperatorCtx, caseId: string) =>
  tx.db
    .select({ reporterId: reports.reporterId, snapshot: reports.snapshot })
    .from(reports)
    .where(eq(reports.caseId, caseId))
    .orderBy(reports.createdAt, reports.id);

/** What the content was called when it was first reported. */
function aboutOf(snapshot: unknown): string {
  const { title, name, text } = snapshot as Partial<Record<'title' | 'name' | 'text', string>>;
  return shortPost([title, name, text].find((words) => (words ?? '') !== '') ?? '', 100);
}

async function refuseUnseen(tx: OperatorCtx, caseId: string, seen: number | null): Promise<void> {
  if (seen === null) return;
  const [row] = await tx.db
    .select({ decisions: count() })
    .from(moderationDecisions)
    .where(eq(moderationDecisions.caseId, caseId));
  if ((row?.decisions ?? 0) !== seen)
    throw conflict('Another operator decided something in this case meanwhile. Look at it again.');
}

/** At the desk, a longer suspension is a ban. */
const longestMs = 366 * 86_400_000;

function checkEnd(tx: OperatorCtx, action: ModerationAction, until: Date): void {
  const ms = until.getTime() - now(tx).getTime();
  if (ms <= 0) throw invalid('until', 'Choose a time in the future.');
  if (action === 'suspend' && tx.actorId !== null && ms > longestMs)
    throw invalid('until', 'A suspension ends within a year. Anything longer is a ban.');
}

/** @throws AppError 409, 422 for an action that doesn't fit the target, or an end that doesn't fit the action */
function checkDraft(tx: OperatorCtx, { targetType, state }: CaseRow, { action, until }: DecisionDraft): void {
  if (!actionsFor(targetType as ReportTarget).includes(action))
    throw invalid('action', 'This can’t be done about what was reported.');
  if (action === 'dismiss' && state === 'closed') throw conflict('This case is already closed.');
  if (until && !['suspend', 'hold-payout'].includes(action))
    throw invalid('until', 'Only suspensions and payout holds have an end.');
  if (action === 'suspend' && !until)
    throw invalid('until', 'Choose when the suspension ends. To close the account for good, ban it.');
  if (until) checkEnd(tx, action, until);
}

/** Closes the case with its reports, and tells everybody who reported. */
async function closeCase(
  tx: OperatorCtx,
  row: Pick<CaseRow, 'id' | 'targetType'>,
  isActedOn: boolean,
): Promise<void> {
  const moment = now(tx);
  const closed = await tx.db
    .update(moderationCases)
    .set({ state: 'closed', closedAt: moment, updatedAt: moment })
    .where(and(eq(moderationCases.id, row.id), eq(moderationCases.state, 'open')))
    .returning({ id: moderationCases.id });
  if (closed.length === 0) return;
  const told = await tx.db
    .update(reports)
    .set({ state: 'closed', outcome: isActedOn ? 'acted' : 'no-action', updatedAt: moment })
    .where(and(eq(reports.caseId, row.id), eq(reports.state, 'open')))
    .returning({ reporterId: reports.reporterId });
  for (const { reporterId } of told)
    await tellReporter(tx, { reporterId, targetType: row.targetType, isActedOn });
}

/** Tells of a decision, carries it out, and closes its case. The person hears first: a suspension silences notices. */
async function enforce(
  tx: OperatorCtx,
  decision: DecisionRow,
  transactionId: string | null,
): Promise<DecisionRow> {
  const inForce: DecisionRow = { ...decision, state: 'in-force', decidedAt: now(tx) };
  await tellPerson(tx, inForce);
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

const factsOf = (decision: DecisionRow) => ({
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
    const evidence = await reportersOf(tx, caseId);
    refuseOwn(tx, [row.accountId, ...evidence.map(({ reporterId }) => reporterId)]);
    checkDraft(tx, row, draft);
    const { twoPersonBans } = await tx.settings.all();
    const moment = now(tx);
    const by = operatorOf(tx);
    const { action, ground, rule, facts, until, transactionId } = draft;
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
        about: aboutOf(evidence[0]?.snapshot ?? {}),
        decidedBy: by.name,
        decidedById: by.id,
        createdAt: moment,
        updatedAt: moment,
      })
      .onConflictDoNothing()
      .returning();
    if (!decision)
      throw conflict('A ban was already proposed in this case. Another operator confirms or rejects it.');
    // Whoever has the command line can change the setting, so it needs nobody's consent.
    const waits = action === 'ban' && twoPersonBans && tx.actorId !== null;
    await audit(tx, {
      action: waits ? 'moderation.ban-proposed' : `moderation.${action}`,
      subject: decision.id,
      facts: factsOf(decision),
    });
    return waits ? decision : enforce(tx, decision, transactionId);
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
    const concerned = await reportersOf(tx, seen.caseId);
    refuseOwn(tx, [row.accountId, ...concerned.map(({ reporterId }) => reporterId)]);
  }
  const [decision] = await tx.db.select().from(moderationDecisions).where(named).for('update');
  if (!decision) throw unknownDecision(id);
  refuseOwn(tx, [decision.accountId]);
  return decision;
}

/**
 * Confirms a ban that another operator proposed, and carries it out.
 * @throws AppError 404; 409 for the operator who proposed it, or when it was answered already
 */
export function confirmDecision(ctx: OperatorCtx, id: string, reason = ''): Promise<DecisionRow> {
  return transaction(ctx, async (tx) => {
    const decision = await lockDecision(tx, id);
    if (decision.state !== 'proposed') throw conflict('This decision doesn’t wait for a second operator.');
    const by = operatorOf(tx);
    if (!isAnother({ name: decision.decidedBy, id: decision.decidedById }, by))
      throw conflict('You proposed this ban, so another operator has to confirm it.');
    const confirmed = { confirmedBy: by.name, confirmedById: by.id };
    await tx.db.update(moderationDecisions).set(confirmed).where(eq(moderationDecisions.id, id));
    await audit(tx, {
      action: 'moderation.ban-confirmed',
      subject: id,
      facts: { ...factsOf(decision), ...(reason !== '' && { reason }) },
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
    if (decision.state !== 'proposed') throw conflict('This decision doesn’t wait for a second operator.');
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
      facts: { ...factsOf(decision), reason, isBack },
    });
    await tellOutcome(tx, decision, {
      text: `We lifted a decision about you. It said: “${sentenceOf(decision)}”`,
      answer: '',
      hasMail: isBack && (decision.action === 'suspend' || decision.action === 'ban'),
    });
    return ended;
  });
}
