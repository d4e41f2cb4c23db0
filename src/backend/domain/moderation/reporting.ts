import { asc, inArray, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { files } from '../../db/schema/files.ts';
import { moderationCases, reportFiles, reports } from '../../db/schema/moderation/cases.ts';
import { conflict } from '../../kernel/errors.ts';
import { limitRate } from '../../kernel/rate-limit.ts';
import { type Evidence, evidenceOf } from './evidence.ts';

type Body = ParsedInput<'POST /reports'>['body'];

/** The open case about the target, which a report or a decision joins or opens. Its row is locked, so that nobody decides it now. */
export async function joinCase(
  tx: Ctx,
  { targetType, targetId, category }: Pick<Body, 'targetType' | 'targetId' | 'category'>,
  ownerId: string,
): Promise<string> {
  const moment = now(tx);
  const [row] = await tx.db
    .insert(moderationCases)
    .values({
      id: tx.ports.ids(),
      targetType,
      targetId,
      accountId: ownerId,
      category,
      createdAt: moment,
      updatedAt: moment,
    })
    .onConflictDoUpdate({
      target: [moderationCases.targetType, moderationCases.targetId],
      targetWhere: sql`state = 'open'`,
      set: { updatedAt: moment },
    })
    .returning({ id: moderationCases.id });
  if (!row) throw new Error('the case was not stored');
  return row.id;
}

/** Keeps the files that are still there, whatever their owner does from now on. */
async function keepFiles(tx: UserCtx, reportId: string, { fileIds }: Evidence): Promise<void> {
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

/**
 * Stores a report with a snapshot of what is reported, once per reporter and target. Reports about one thing join
 * one case.
 * @throws AppError 404 when the viewer can't see it, 409 for a second report, 422 for their own, 429
 */
export async function report(ctx: UserCtx, body: Body): Promise<ReplySource<'POST /reports'>> {
  const evidence = await evidenceOf(ctx, body.targetType, body.targetId);
  await limitRate(ctx, `report:${ctx.viewer.id}`, { max: 30, seconds: 3600 });
  return transaction(ctx, async (tx) => {
    const moment = now(tx);
    const caseId = await joinCase(tx, body, evidence.ownerId);
    const snapshot = sql`${JSON.stringify({ ownerId: evidence.ownerId, ...evidence.snapshot })}::jsonb`;
    const [row] = await tx.db
      .insert(reports)
      .values({
        ...body,
        id: tx.ports.ids(),
        caseId,
        reporterId: tx.viewer.id,
        snapshot,
        createdAt: moment,
        updatedAt: moment,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw conflict('You’ve already reported this. We’ll look into it.');
    await keepFiles(tx, row.id, evidence);
    return { ...body, _id: row.id, state: row.state, createdAt: row.createdAt.toISOString() };
  });
}
