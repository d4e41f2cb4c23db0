import { type SQL, and, asc, desc, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts } from '../../../db/schema/accounts.ts';
import { files } from '../../../db/schema/files.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import {
  moderationAppeals,
  moderationCases,
  moderationDecisions,
  reportFiles,
  reports,
} from '../../../db/schema/moderation.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { paymentsFor } from '../../base/access/buyers.ts';
import { fileSealed } from '../../base/access/sealed-query.ts';
import { type FileFacts, fileColumns } from '../../base/files/presenters.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { isId, unknownCase } from './acting.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type CaseRow = typeof moderationCases.$inferSelect;
type DecisionRow = typeof moderationDecisions.$inferSelect;
type AppealRow = typeof moderationAppeals.$inferSelect;
type ReportRow = typeof reports.$inferSelect;

/** `waiting`: a ban needs a second operator. `appealed`: an appeal waits. */
export type QueueState = 'open' | 'waiting' | 'appealed' | 'closed';

export interface CaseFilter {
  readonly state?: QueueState | undefined;
  readonly category?: CaseRow['category'] | undefined;
  readonly kind?: string | undefined;
  readonly offset?: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
export interface ListedCase {
  readonly row: CaseRow;
  readonly username: string | null;
  readonly name: string;
  readonly reports: number;
  readonly isWaiting: boolean;
  readonly isAppealed: boolean;
  /** 0 can wait the least. */
  readonly urgency: number;
}

const hasDecision = (more: SQL) =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${moderationDecisions} d WHERE d.case_id = ${moderationCases.id} AND ${more})`;
const isWaiting = hasDecision(sql`d.state = 'proposed'`);
const isAppealed = hasDecision(
  sql`EXISTS (SELECT 1 FROM ${moderationAppeals} a WHERE a.decision_id = d.id AND a.state = 'pending')`,
);
const stateIs: Record<QueueState, SQL> = {
  open: sql`${moderationCases.state} = 'open'`,
  closed: sql`${moderationCases.state} = 'closed'`,
  waiting: isWaiting,
  appealed: isAppealed,
};

/** What can't wait comes first. */
const urgency = sql<number>`CASE ${moderationCases.category} WHEN 'child-safety' THEN 0 WHEN 'legal' THEN 1 ELSE 2 END`;

const selectCases = (ctx: OperatorCtx, where: SQL | undefined) =>
  ctx.db
    .select({
      row: moderationCases,
      username: accounts.username,
      name: accounts.name,
      reports: sql<number>`(SELECT count(*)::int FROM ${reports} r WHERE r.case_id = ${moderationCases.id})`,
      isWaiting,
      isAppealed,
      urgency,
    })
    .from(moderationCases)
    .innerJoin(accounts, eq(accounts.id, moderationCases.accountId))
    .where(where);

/** The cases after the last one of a page. @throws AppError 422 for another list's cursor */
function afterCase(cursor: string): SQL {
  const [, rank, rest] = /^([0-2])-(.+)$/.exec(cursor) ?? [];
  const { createdAt, id } = readCursor(rest ?? '');
  return sql`(${urgency}, ${moderationCases.createdAt}, ${moderationCases.id}) > (${Number(rank)}::int, ${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** Cases: child safety first, then what is against the law, then the longest waiting. */
export async function listCases(
  ctx: OperatorCtx,
  { state, category, kind, offset = 0, limit, cursor }: CaseFilter,
): Promise<{ rows: readonly ListedCase[]; total: number; nextCursor: string | null }> {
  const where = and(
    state ? stateIs[state] : undefined,
    category ? eq(moderationCases.category, category) : undefined,
    kind ? eq(moderationCases.targetType, kind) : undefined,
  );
  const after = cursor === undefined ? undefined : afterCase(cursor);
  const found = await selectCases(ctx, and(where, after))
    .orderBy(asc(urgency), asc(moderationCases.createdAt), asc(moderationCases.id))
    .limit(limit + 1)
    .offset(after ? 0 : offset);
  const all = ctx.db.select({ id: moderationCases.id }).from(moderationCases).where(where);
  const total = await cappedTotal(ctx, all.getSQL(), { offset, limit });
  return { ...cutPage(found, limit, (last) => `${last.urgency}-${encodeCursor(last.row)}`), total };
}

/** A sealed file is closed to everyone, also as a blurred preview. */
export interface CaseFile {
  readonly file: FileFacts;
  readonly isSealed: boolean;
}
export interface ShownReport {
  readonly report: ReportRow;
  readonly reporter: string | null;
  readonly files: readonly CaseFile[];
  /** How this person's earlier reports ended. */
  readonly history: { readonly acted: number; readonly dismissed: number; readonly open: number };
}
export interface ShownDecision {
  readonly decision: DecisionRow;
  readonly appeal: AppealRow | null;
}
/** A payment by a reporter to the person concerned. */
export interface RefundablePayment {
  readonly id: string;
  readonly description: string;
  readonly paidBy: string | null;
  readonly createdAt: Date;
}
export interface ShownCase extends ListedCase {
  readonly reportsShown: readonly ShownReport[];
  /** Of this case, oldest first. */
  readonly decisions: readonly ShownDecision[];
  /** Earlier ones about the same person, newest first. */
  readonly earlier: readonly ShownDecision[];
  readonly payments: readonly RefundablePayment[];
  /** How many people bought it and weren't refunded. */
  readonly buyers: number;
  /** Cases about the same files elsewhere. */
  readonly copies: readonly ListedCase[];
}

/** How many of each are shown. */
const shown = { reports: 50, earlier: 20, payments: 20, copies: 100 };

async function loadReportFiles(
  ctx: OperatorCtx,
  reportIds: readonly string[],
): Promise<Map<string, CaseFile[]>> {
  const found = new Map<string, CaseFile[]>();
  if (reportIds.length === 0) return found;
  const rows = await ctx.db
    .select({ reportId: reportFiles.reportId, file: fileColumns, isSealed: fileSealed(files.id) })
    .from(reportFiles)
    .innerJoin(files, eq(files.id, reportFiles.fileId))
    .where(inArray(reportFiles.reportId, [...reportIds]))
    .orderBy(asc(files.createdAt), asc(files.id));
  for (const { reportId, ...file } of rows) found.set(reportId, [...(found.get(reportId) ?? []), file]);
  return found;
}

async function loadReports(ctx: OperatorCtx, caseId: string): Promise<ShownReport[]> {
  const past = (state: SQL) =>
    sql<number>`(SELECT count(*)::int FROM reports h WHERE h.reporter_id = ${reports.reporterId} AND h.case_id <> ${reports.caseId} AND ${state})`;
  const rows = await ctx.db
    .select({
      report: reports,
      reporter: accounts.username,
      acted: past(sql`h.outcome = 'acted'`),
      dismissed: past(sql`h.outcome = 'no-action'`),
      open: past(sql`h.state = 'open'`),
    })
    .from(reports)
    .leftJoin(accounts, eq(accounts.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(shown.reports);
  const evidence = await loadReportFiles(
    ctx,
    rows.map(({ report }) => report.id),
  );
  return rows.map(({ report, reporter, ...history }) => ({
    report,
    reporter,
    history,
    files: evidence.get(report.id) ?? [],
  }));
}

const selectDecisions = (ctx: OperatorCtx, where: SQL | undefined) =>
  ctx.db
    .select({ decision: moderationDecisions, appeal: moderationAppeals })
    .from(moderationDecisions)
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(where);

/** What those who reported paid the person concerned and wasn't refunded, newest first. */
function loadRefundablePayments(ctx: OperatorCtx, { id, accountId }: CaseRow): Promise<RefundablePayment[]> {
  const concerned = ctx.db.select({ id: reports.reporterId }).from(reports).where(eq(reports.caseId, id));
  const refund = alias(ledgerTransactions, 'refund');
  return ctx.db
    .select({
      id: ledgerTransactions.id,
      description: ledgerTransactions.description,
      paidBy: accounts.username,
      createdAt: ledgerTransactions.createdAt,
    })
    .from(ledgerTransactions)
    .innerJoin(accounts, eq(accounts.id, ledgerTransactions.actorId))
    .where(
      and(
        eq(ledgerTransactions.performerId, accountId),
        inArray(ledgerTransactions.kind, ['charge', 'subscription']),
        inArray(ledgerTransactions.actorId, concerned),
        notExists(
          ctx.db
            .select({ one: sql`1` })
            .from(refund)
            .where(eq(refund.reversesId, ledgerTransactions.id)),
        ),
      ),
    )
    .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
    .limit(shown.payments);
}

/** Cases that were opened because they have a file of what was taken down in this one. */
const selectCopyCases = (ctx: OperatorCtx, caseId: string): Promise<ListedCase[]> =>
  selectCases(
    ctx,
    sql`${moderationCases.id} <> ${caseId} AND EXISTS (
      SELECT 1 FROM ${reports} r JOIN ${moderationDecisions} d ON d.id::text = r.snapshot->>'decisionId'
      WHERE r.case_id = ${moderationCases.id} AND r.source = 'site' AND d.case_id = ${caseId})`,
  )
    .orderBy(asc(moderationCases.createdAt), asc(moderationCases.id))
    .limit(shown.copies);

/**
 * A case with its evidence, both sides' history and what was decided.
 * @throws AppError 404
 */
export async function showCase(ctx: OperatorCtx, id: string): Promise<ShownCase> {
  const [found] = isId(id) ? await selectCases(ctx, eq(moderationCases.id, id)) : [];
  if (!found) throw unknownCase(id);
  const { caseId, accountId, createdAt } = moderationDecisions;
  const elsewhere = and(
    eq(accountId, found.row.accountId),
    or(sql`${caseId} IS NULL`, ne(caseId, id)),
    ne(moderationDecisions.action, 'dismiss'),
  );
  return {
    ...found,
    reportsShown: await loadReports(ctx, id),
    decisions: await selectDecisions(ctx, eq(caseId, id)).orderBy(
      asc(createdAt),
      asc(moderationDecisions.id),
    ),
    earlier: await selectDecisions(ctx, elsewhere)
      .orderBy(desc(createdAt), desc(moderationDecisions.id))
      .limit(shown.earlier),
    payments: await loadRefundablePayments(ctx, found.row),
    buyers: (await paymentsFor(ctx, found.row.targetType, found.row.targetId)).length,
    copies: await selectCopyCases(ctx, id),
  };
}
