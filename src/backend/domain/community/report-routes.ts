import { sql } from 'drizzle-orm';
import type { reports as family } from '#contract/reports.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../kernel/context.ts';
import { reports } from '../../db/schema/community.ts';
import { conflict } from '../../kernel/errors.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { limitRate } from '../../kernel/rate-limit.ts';
import { evidenceOf } from './report-targets.ts';

/**
 * Stores a report for the operator, once per reporter and target. The snapshot remains when the content
 * changes or is deleted.
 */
async function report(
  ctx: UserCtx,
  { targetType, targetId, category, comment }: ParsedInput<'POST /reports'>['body'],
): Promise<ReplySource<'POST /reports'>> {
  const evidence = await evidenceOf(ctx, targetType, targetId);
  await limitRate(ctx, `report:${ctx.viewer.id}`, { max: 30, seconds: 3600 });
  const moment = now(ctx);
  const snapshot = sql`${JSON.stringify({ ownerId: evidence.ownerId, ...evidence.snapshot })}::jsonb`;
  const [row] = await ctx.db
    .insert(reports)
    .values({
      id: ctx.ports.ids(),
      reporterId: ctx.viewer.id,
      targetType,
      targetId,
      category,
      comment,
      snapshot,
      createdAt: moment,
      updatedAt: moment,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw conflict('You’ve already reported this. We’ll look into it.');
  return {
    _id: row.id,
    targetType,
    targetId,
    category,
    comment,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
  };
}

export const reportHandlers: HandlersOf<typeof family> = {
  'POST /reports': (ctx, { body }) => report(ctx, body),
};
