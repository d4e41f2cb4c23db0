import type {
  CaseDecision,
  CaseState,
  ListedCase,
  ModerationCase,
} from '#contract/across/operator/moderation.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { invalid } from '../../../kernel/errors.ts';
import { fileView } from '../../base/files/presenters.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { actionsFor } from './acting.ts';
import { isAnother, isLoneOperator, toOperator } from '../operator/identity.ts';
import { decide } from './deciding.ts';
import {
  type ListedCase as Listed,
  type ShownCase,
  type ShownDecision,
  type ShownReport,
  listCases,
  showCase,
} from './queue.ts';
import { targetPage } from './targets.ts';

function caseState({ row, isWaiting, isAppealed }: Listed): CaseState {
  if (isAppealed) return 'appealed';
  return isWaiting ? 'waiting' : row.state;
}

const listedView = (listed: Listed): ListedCase => ({
  _id: listed.row.id,
  targetType: listed.row.targetType as ReportTarget,
  targetId: listed.row.targetId,
  category: listed.row.category,
  state: caseState(listed),
  person: { _id: listed.row.accountId, username: listed.username, name: listed.name },
  reports: listed.reports,
  createdAt: listed.row.createdAt.toISOString(),
});

/** The queue, as the desk shows it. */
export async function caseList(
  ctx: OperatorCtx,
  query: ParsedInput<'GET /operator/cases'>['query'],
): Promise<ReplySource<'GET /operator/cases'>> {
  const { rows, ...page } = await listCases(ctx, query);
  return { data: rows.map(listedView), ...page };
}

const reportView = (ctx: OperatorCtx, { report, reporter, files, history }: ShownReport) => ({
  _id: report.id,
  reporter,
  source: report.source,
  reporterEmail: report.reporterEmail,
  openedBy: report.openedBy,
  category: report.category,
  comment: report.comment,
  snapshot: report.snapshot as Record<string, unknown>,
  // Blurred until they are opened, which the audit log notes.
  files: files.map(({ file, isSealed }) =>
    fileView(ctx, isSealed ? { ...file, renditions: [] } : file, { readable: false }),
  ),
  history,
  createdAt: report.createdAt.toISOString(),
});

/** Whether the operator took or confirmed a decision. */
function isTheirs(ctx: OperatorCtx, { decision }: ShownDecision): boolean {
  const me = toOperator(ctx);
  const second = decision.confirmedBy && { name: decision.confirmedBy, id: decision.confirmedById };
  return (
    !isAnother({ name: decision.decidedBy, id: decision.decidedById }, me) ||
    Boolean(second && !isAnother(second, me))
  );
}

const decisionView = (ctx: OperatorCtx, shown: ShownDecision, isLone: boolean): CaseDecision => {
  const { decision, appeal } = shown;
  return {
    _id: decision.id,
    action: decision.action,
    state: decision.state,
    targetType: decision.targetType as ReportTarget,
    about: decision.about,
    ground: decision.ground,
    rule: decision.rule,
    facts: decision.facts,
    until: decision.until?.toISOString() ?? null,
    decidedBy: decision.decidedBy,
    confirmedBy: decision.confirmedBy,
    isOwn: !isLone && isTheirs(ctx, shown),
    appeal: appeal && {
      state: appeal.state,
      text: appeal.text,
      answer: appeal.answer,
      decidedBy: appeal.decidedBy,
      createdAt: appeal.createdAt.toISOString(),
    },
    createdAt: decision.createdAt.toISOString(),
  };
};

const isInvolved = ({ actorId }: OperatorCtx, { row, reportsShown }: ShownCase, isLone: boolean): boolean =>
  row.accountId === actorId || (!isLone && reportsShown.some(({ report }) => report.reporterId === actorId));

/** A case, as the desk shows it. @throws AppError 404 */
export async function caseView(ctx: OperatorCtx, id: string): Promise<ModerationCase> {
  const found = await showCase(ctx, id);
  const type = found.row.targetType as ReportTarget;
  const { twoPersonBans } = await ctx.settings.all();
  const isLone = await isLoneOperator(ctx);
  return {
    ...listedView(found),
    href: targetPage(type, found.row.targetId),
    isOwn: isInvolved(ctx, found, isLone),
    actions: actionsFor(type).filter((action) => action !== 'dismiss' || found.row.state === 'open'),
    bansNeedTwo: twoPersonBans && !isLone,
    seen: found.decisions.length,
    buyers: found.buyers,
    copies: found.copies.map(listedView),
    evidence: found.reportsShown.map((report) => reportView(ctx, report)),
    decisions: found.decisions.map((decision) => decisionView(ctx, decision, isLone)),
    earlier: found.earlier.map((decision) => decisionView(ctx, decision, isLone)),
    payments: found.payments.map(({ id: _id, createdAt, ...payment }) => ({
      ...payment,
      _id,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Decides a case at the desk. @throws AppError 404, 409, 422 */
export async function decideAtDesk(
  ctx: OperatorCtx,
  id: string,
  { until, ...draft }: ParsedInput<'POST /operator/cases/:id/decisions'>['body'],
): Promise<ModerationCase> {
  if (draft.action !== 'dismiss') {
    if (draft.rule === '') throw invalid('rule', 'Name the law or rule.');
    if (draft.facts === '') throw invalid('facts', 'Write what it is based on.');
  }
  await decide(ctx, id, { ...draft, until: until === null ? null : new Date(until) });
  return caseView(ctx, id);
}
