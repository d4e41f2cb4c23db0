import { type SQL, and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Decision, OwnReport } from '#contract/across/decisions.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import {
  moderationAppeals,
  moderationDecisions,
  reports,
  takenDownItems,
} from '../../../db/schema/moderation.ts';
import { notFound } from '../../../kernel/errors.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { opensDecision } from '../../base/site/decision-links.ts';
import { appealBy } from './appeal-time.ts';
import { wasReported } from './effects.ts';
import { fileAppeal } from './appeals.ts';
import { targetPage } from './targets.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

type DecisionRow = typeof moderationDecisions.$inferSelect;
type AppealRow = typeof moderationAppeals.$inferSelect;
type Page = { offset: number; limit: number; cursor?: string | undefined };

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What the person concerned reads: nothing that waits for a second operator, and no dismissals. */
const shown = and(
  notInArray(moderationDecisions.state, ['proposed', 'withdrawn']),
  sql`${moderationDecisions.action} <> 'dismiss'`,
);

/** Until when the person can still appeal; null once they have, or when it is too late. */
function openUntil(ctx: Ctx, row: DecisionRow, appeal: AppealRow | null): string | null {
  const by = appealBy(row);
  return appeal === null && by && by > now(ctx) ? by.toISOString() : null;
}

function decisionView(
  ctx: Ctx,
  { decision, appeal, reported }: { decision: DecisionRow; appeal: AppealRow | null; reported: boolean },
): Decision {
  const type = decision.targetType as ReportTarget;
  return {
    _id: decision.id,
    action: decision.action,
    state: decision.state as Decision['state'],
    targetType: type,
    about: decision.about,
    href: targetPage(type, decision.targetId),
    ground: decision.ground,
    rule: decision.rule,
    facts: decision.facts,
    reported,
    automated: decision.automated,
    until: iso(decision.until),
    decidedAt: (decision.decidedAt ?? decision.createdAt).toISOString(),
    endedAt: iso(decision.endedAt),
    appealBy: openUntil(ctx, decision, appeal),
    appeal: appeal && {
      state: appeal.state,
      text: appeal.text,
      answer: appeal.answer,
      createdAt: appeal.createdAt.toISOString(),
      decidedAt: iso(appeal.decidedAt),
    },
  };
}

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({ decision: moderationDecisions, appeal: moderationAppeals, reported: wasReported })
    .from(moderationDecisions)
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(and(shown, where));

const after = (
  cursor: string | undefined,
  table: typeof moderationDecisions | typeof reports,
): SQL | undefined => {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${table.createdAt}, ${table.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
};

/** Decisions about the viewer, newest first. */
export async function ownDecisions(ctx: UserCtx, query: Page): Promise<ReplySource<'GET /decisions'>> {
  const mine = eq(moderationDecisions.accountId, ctx.viewer.id);
  const { createdAt, id } = moderationDecisions;
  const found = await select(ctx, and(mine, after(query.cursor, moderationDecisions)))
    .orderBy(desc(createdAt), desc(id))
    .limit(query.limit + 1)
    .offset(query.cursor === undefined ? query.offset : 0);
  const total = await cappedTotal(ctx, select(ctx, mine).getSQL(), query);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ decision }) => encodeCursor(decision));
  return { data: rows.map((row) => decisionView(ctx, row)), total, nextCursor };
}

/** The decision that keeps something of the viewer's out of sight, or null. */
export async function decisionOn(
  ctx: UserCtx,
  { type, id }: ParsedInput<'GET /decisions/on/:type/:id'>['params'],
): Promise<Decision | null> {
  const taken = ctx.db
    .select({ id: takenDownItems.decisionId })
    .from(takenDownItems)
    .where(and(eq(takenDownItems.kind, type), eq(takenDownItems.itemId, id)));
  const mine = eq(moderationDecisions.accountId, ctx.viewer.id);
  const [row] = await select(ctx, and(mine, inArray(moderationDecisions.id, taken)));
  return row ? decisionView(ctx, row) : null;
}

/**
 * A decision about the viewer, or the one that the token opens.
 * @throws AppError 404 for any other
 */
export async function showDecision(ctx: Ctx, id: string, token: string | undefined): Promise<Decision> {
  const [row] = await select(ctx, eq(moderationDecisions.id, id));
  const isTheirs = row !== undefined && row.decision.accountId === ctx.viewer?.id;
  const isOpened = token !== undefined && opensDecision(ctx, id, token);
  if (!row || !(isTheirs || isOpened)) throw notFound();
  return decisionView(ctx, row);
}

/**
 * Appeals a decision.
 * @throws AppError 404 for any other, 409 for a second appeal or one that is too late, 429
 */
export async function appeal(
  ctx: Ctx,
  id: string,
  { text, token }: ParsedInput<'POST /decisions/:id/appeal'>['body'],
): Promise<Decision> {
  await limitRate(ctx, `appeal:net:${toNetwork(ctx.request)}`, { max: 20, seconds: 3600 });
  await showDecision(ctx, id, token);
  await fileAppeal(ctx, id, text);
  return showDecision(ctx, id, token);
}

/** Null for one closed before there were decisions: its outcome is in the operator's own words. */
const toOutcome = ({ outcome }: typeof reports.$inferSelect): OwnReport['outcome'] =>
  outcome === 'acted' || outcome === 'no-action' ? outcome : null;

/** The viewer's own reports, newest first. */
export async function ownReports(ctx: UserCtx, query: Page): Promise<ReplySource<'GET /reports'>> {
  const mine = eq(reports.reporterId, ctx.viewer.id);
  const found = await ctx.db
    .select()
    .from(reports)
    .where(and(mine, after(query.cursor, reports)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(query.limit + 1)
    .offset(query.cursor === undefined ? query.offset : 0);
  const all = ctx.db.select({ id: reports.id }).from(reports).where(mine);
  const total = await cappedTotal(ctx, all.getSQL(), query);
  const { rows, nextCursor } = cutPage(found, query.limit, encodeCursor);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      targetType: row.targetType as ReportTarget,
      category: row.category,
      comment: row.comment,
      state: row.state,
      outcome: toOutcome(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    total,
    nextCursor,
  };
}
