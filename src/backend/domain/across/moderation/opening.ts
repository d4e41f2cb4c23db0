import { and, eq, sql } from 'drizzle-orm';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import { now, transaction } from '../../../kernel/context.ts';
import { reports } from '../../../db/schema/moderation.ts';
import { type OperatorCtx, audit } from '../operator/audit.ts';
import { refuseOwn } from './acting.ts';
import { type Operator, toOperator } from '../operator/identity.ts';
import { lookAt } from './looking.ts';
import { joinCase, keepFiles } from './reporting.ts';

interface Opening {
  readonly targetType: ReportTarget;
  readonly targetId: string;
  readonly category: ReportCategory;
  /** Why it is looked into: for the audit log, and for the operators who read the case. */
  readonly reason: string;
}

export interface OwnReport extends Opening {
  readonly source: 'operator' | 'site';
  /** The operator; null for the site itself. */
  readonly openedBy: Operator | null;
  /** The decision whose files were found again. */
  readonly decisionId?: string;
}

/**
 * Opens a case that nobody reported, or joins the open one, with a snapshot of what it is about. Once for each who
 * opens it. Call it inside `transaction`.
 * @throws AppError 404
 */
export async function openOwnCase(
  tx: OperatorCtx,
  { reason, source, openedBy, decisionId, ...target }: OwnReport,
): Promise<string> {
  const evidence = await lookAt(tx, target.targetType, target.targetId);
  const caseId = await joinCase(tx, target, evidence.ownerId);
  const mine = and(
    eq(reports.caseId, caseId),
    eq(reports.source, source),
    sql`${reports.openedBy} IS NOT DISTINCT FROM ${openedBy?.name ?? null}`,
  );
  const [earlier] = await tx.db.select({ id: reports.id }).from(reports).where(mine).limit(1);
  if (earlier) return caseId;
  const id = tx.ports.ids();
  const time = now(tx);
  const snapshot = { ownerId: evidence.ownerId, ...evidence.snapshot, ...(decisionId && { decisionId }) };
  await tx.db.insert(reports).values({
    ...target,
    id,
    caseId,
    source,
    openedBy: openedBy?.name ?? null,
    openedById: openedBy?.id ?? null,
    reporterId: null,
    comment: reason,
    snapshot: sql`${JSON.stringify(snapshot)}::jsonb`,
    createdAt: time,
    updatedAt: time,
  });
  await keepFiles(tx, id, evidence);
  return caseId;
}

/**
 * Opens a case of an operator's own about anything on the site. Private messages are read only this way, so that
 * the reason is in the audit log before their text is shown.
 * @throws AppError 404, 409 for what is their own
 */
export const openCase = (ctx: OperatorCtx, opening: Opening): Promise<string> =>
  transaction(ctx, async (tx) => {
    const { ownerId } = await lookAt(tx, opening.targetType, opening.targetId);
    refuseOwn(tx, [ownerId]);
    const caseId = await openOwnCase(tx, { ...opening, source: 'operator', openedBy: toOperator(tx) });
    const { targetType, targetId, category, reason } = opening;
    await audit(tx, {
      action: 'case.opened',
      subject: caseId,
      facts: { targetType, targetId, category, reason },
    });
    return caseId;
  });
