import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, signedIn, transaction } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { moderationCases, reportFiles, reports } from '../../../db/schema/moderation.ts';
import { conflict } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { limitOrAsk } from '../../base/site/captcha.ts';
import { alertOperators } from './alerting.ts';
import { type Evidence, loadEvidence } from './evidence.ts';

type Body = ParsedInput<'POST /reports'>['body'];
/** Who reports: an account, or a visitor, who may leave an email address. */
type Reporter = Pick<typeof reports.$inferInsert, 'reporterId' | 'source' | 'reporterEmail'>;

/** The open case about the target, which a report or a decision joins or opens. Its row is locked, so that nobody decides it now. */
export async function joinCase(
  tx: Ctx,
  { targetType, targetId, category }: Pick<Body, 'targetType' | 'targetId' | 'category'>,
  ownerId: string,
): Promise<string> {
  const time = now(tx);
  const [row] = await tx.db
    .insert(moderationCases)
    .values({
      id: tx.ports.ids(),
      targetType,
      targetId,
      accountId: ownerId,
      category,
      createdAt: time,
      updatedAt: time,
    })
    .onConflictDoUpdate({
      target: [moderationCases.targetType, moderationCases.targetId],
      targetWhere: sql`state = 'open'`,
      // What concerns a child is never hidden behind an earlier, lesser reason.
      set: {
        updatedAt: time,
        category: sql`CASE WHEN excluded.category = 'child-safety' THEN excluded.category ELSE ${moderationCases.category} END`,
      },
    })
    .returning({ id: moderationCases.id });
  if (!row) throw new Error('the case was not stored');
  return row.id;
}

/** Keeps the files that are still there, whatever their owner does from now on. */
export async function keepFiles(tx: Ctx, reportId: string, { fileIds }: Evidence): Promise<void> {
  if (fileIds.length === 0) return;
  const there = await tx.db
    .select({ fileId: files.id })
    .from(files)
    .where(inArray(files.id, [...fileIds]))
    .orderBy(asc(files.id))
    .for('key share');
  if (there.length > 0)
    await tx.db.insert(reportFiles).values(there.map(({ fileId }) => ({ reportId, fileId })));
}

/** Whether a report is the first in its case that says a child is in danger. The case is locked. */
async function isFirstAboutChild(
  tx: Ctx,
  { id, caseId, category }: typeof reports.$inferSelect,
): Promise<boolean> {
  if (category !== 'child-safety') return false;
  const earlier = and(eq(reports.caseId, caseId), eq(reports.category, 'child-safety'), ne(reports.id, id));
  return (await tx.db.$count(reports, earlier)) === 0;
}

/** Stores a report with its evidence. @throws AppError 409 if this person has already reported it */
const keepReport = (ctx: Ctx, { body, by }: { body: Body; by: Reporter }, evidence: Evidence) =>
  transaction(ctx, async (tx) => {
    const time = now(tx);
    const caseId = await joinCase(tx, body, evidence.ownerId);
    const snapshot = sql`${JSON.stringify({ ownerId: evidence.ownerId, ...evidence.snapshot })}::jsonb`;
    const [row] = await tx.db
      .insert(reports)
      .values({ ...body, ...by, id: tx.ports.ids(), caseId, snapshot, createdAt: time, updatedAt: time })
      .onConflictDoNothing()
      .returning();
    if (!row) throw conflict('You’ve already reported this. We’ll look into it.');
    await keepFiles(tx, row.id, evidence);
    if (await isFirstAboutChild(tx, row)) await alertOperators(tx, caseId);
    return row;
  });

/**
 * Stores a report with a snapshot of what is reported, once per reporter and target. Reports about one thing join
 * one case.
 * @throws AppError 404 when the viewer can't see it, 409 for a second report, 422 for their own, 429
 */
export async function report(ctx: UserCtx, body: Body): Promise<ReplySource<'POST /reports'>> {
  const evidence = await loadEvidence(ctx, body.targetType, body.targetId);
  await limitRate(ctx, `report:${ctx.viewer.id}`, { max: 30, seconds: 3600 });
  const row = await keepReport(ctx, { body, by: { reporterId: ctx.viewer.id } }, evidence);
  return { ...body, _id: row.id, state: row.state, createdAt: row.createdAt.toISOString() };
}

/**
 * The same for someone without an account: only what they can see, with a captcha when a network reports much.
 * @throws AppError 404 when visitors can't see it, 428, 429; of accounts as `report`
 */
export async function reportAsVisitor(
  ctx: Ctx,
  { email, ...body }: ParsedInput<'POST /reports/visitors'>['body'],
): Promise<void> {
  if (ctx.viewer) {
    await report(signedIn(ctx), body);
    return;
  }
  await limitOrAsk(ctx, [{ key: `report:${toNetwork(ctx.request)}`, max: 20, seconds: 3600, free: 3 }]);
  const evidence = await loadEvidence(ctx, body.targetType, body.targetId);
  await keepReport(ctx, { body, by: { source: 'visitor', reporterEmail: email } }, evidence);
}
