import { asc, eq } from 'drizzle-orm';
import { transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { reports } from '../../db/schema/community.ts';
import { AppError } from '../../kernel/errors.ts';
import { markReportClosed } from '../community/report-closing.ts';
import { notify } from '../notifications/notify.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type ReportState = 'open' | 'closed';
const columns = {
  id: reports.id,
  createdAt: reports.createdAt,
  state: reports.state,
  category: reports.category,
  targetType: reports.targetType,
  targetId: reports.targetId,
  reporterId: reports.reporterId,
  reporter: accounts.username,
  comment: reports.comment,
  outcome: reports.outcome,
  snapshot: reports.snapshot,
};
export type ListedReport = Pick<typeof reports.$inferSelect, Exclude<keyof typeof columns, 'reporter'>> & {
  reporter: string | null;
};

const select = (ctx: OperatorCtx) =>
  ctx.db.select(columns).from(reports).innerJoin(accounts, eq(accounts.id, reports.reporterId));

/** Reports, longest waiting first. */
export const listReports = (
  ctx: OperatorCtx,
  filter: { state?: ReportState; limit: number },
): Promise<ListedReport[]> =>
  select(ctx)
    .where(filter.state ? eq(reports.state, filter.state) : undefined)
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(filter.limit);

/** One report with the snapshot of what was reported. */
export async function showReport(ctx: OperatorCtx, id: string): Promise<ListedReport> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const [row] = isId ? await select(ctx).where(eq(reports.id, id)) : [];
  if (!row) throw new AppError(404, 'not_found', `There is no report ${id}.`);
  return row;
}

export function closeReport(ctx: OperatorCtx, id: string, outcome: string): Promise<ListedReport> {
  return transaction(ctx, async (tx) => {
    const row = await showReport(tx, id);
    await markReportClosed(tx, row.id, outcome);
    await audit(tx, {
      action: 'report.closed',
      subject: row.id,
      facts: { targetType: row.targetType, targetId: row.targetId, outcome },
    });
    // What was done stays between the operator and who was reported.
    await notify(tx, {
      to: row.reporterId,
      type: 'report',
      text: `We reviewed the ${row.targetType === 'feed' ? 'post' : row.targetType} you reported. Thank you for letting us know.`,
      href: null,
    });
    return { ...row, state: 'closed', outcome };
  });
}
