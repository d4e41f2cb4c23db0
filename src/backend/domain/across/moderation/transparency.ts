import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { moderationAppeals, moderationDecisions } from '../../../db/schema/moderation.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { wasReported } from './effects.ts';
import { type TransparencyNumber, selectNumbers } from './transparency-query.ts';

/** From the first moment up to, but without, the second. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

type DecisionRow = typeof moderationDecisions.$inferSelect;

/** A statement of reasons, as it is reported; it names nobody. */
export interface Statement extends Pick<
  DecisionRow,
  'action' | 'category' | 'ground' | 'rule' | 'facts' | 'automated' | 'state'
> {
  /** The decision's id. */
  readonly reference: string;
  readonly decidedAt: string;
  readonly targetType: ReportTarget;
  readonly source: 'report' | 'own-initiative';
  readonly until: string | null;
  readonly appeal: (typeof moderationAppeals.$inferSelect)['state'] | null;
}

/** Every decision of a period that restricted an account or its content, oldest first. Proposals and dismissals aren't among them. */
export async function loadStatements(ctx: OperatorCtx, { from, to }: Period): Promise<Statement[]> {
  const { decidedAt, action } = moderationDecisions;
  const rows = await ctx.db
    .select({ decision: moderationDecisions, appeal: moderationAppeals.state, reported: wasReported })
    .from(moderationDecisions)
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(and(gte(decidedAt, from), lt(decidedAt, to), sql`${action} <> 'dismiss'`))
    .orderBy(asc(decidedAt), asc(moderationDecisions.id));
  return rows.map(({ decision, appeal, reported }) => ({
    reference: decision.id,
    decidedAt: (decision.decidedAt ?? decision.createdAt).toISOString(),
    action: decision.action,
    targetType: decision.targetType as ReportTarget,
    category: decision.category,
    ground: decision.ground,
    rule: decision.rule,
    facts: decision.facts,
    source: reported ? 'report' : 'own-initiative',
    automated: decision.automated,
    until: decision.until?.toISOString() ?? null,
    state: decision.state,
    appeal,
  }));
}

/** The numbers of a period: reports by category, decisions by action, how long they took, and appeals. */
export async function loadTransparency(
  ctx: OperatorCtx,
  { from, to }: Period,
): Promise<TransparencyNumber[]> {
  const rows = await selectNumbers(ctx.db, { from, to });
  return rows.map(({ measure, category, action, automated, outcome, value }) => ({
    measure,
    category,
    action,
    automated,
    outcome,
    value: Number(value),
  }));
}
