import type { Cents } from '#lib/units.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { planCut } from '../../../kernel/local-days.ts';
import { countLeft, countMembers, selectCohorts } from './members-query.ts';

export interface Members {
  readonly subscribers: number;
  /** What they pay a month, before commission; what is paid for several months is divided by them. */
  readonly monthlyRevenue: Cents;
}

/** A creator's paying subscribers at one moment, at the prices of their present or last period. */
export async function membersAt(ctx: Ctx, performerId: string, time: Date): Promise<Members> {
  const row = await countMembers(ctx.db, performerId, time);
  return { subscribers: row?.subscribers ?? 0, monthlyRevenue: Number(row?.revenue ?? 0) };
}

/** How many of those who subscribed at `from` had left for good before `to`. */
export function leftBetween(
  ctx: Ctx,
  performerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  return countLeft(ctx.db, performerId, { from, to });
}

export interface Cohort {
  /** Such as `2026-03`. */
  readonly month: string;
  readonly joined: number;
  /** Percent after 0, 1, … months. */
  readonly kept: number[];
}

/**
 * The viewer's paying subscribers by the month they began in, and how many of them were still there after each month, of those
 * whose month that already was.
 */
export async function loadCohorts(
  ctx: UserCtx,
  { since, now, months }: { since: Date; now: Date; months: number },
): Promise<Cohort[]> {
  const cut = planCut(ctx, { from: since.toISOString(), to: now.toISOString() });
  const rows = await selectCohorts(ctx.db, ctx.viewer.id, { cut, since, now, months });
  const cohorts = new Map<string, Cohort>();
  for (const { month, old, kept } of rows) {
    const cohort = cohorts.get(month) ?? { month, joined: old, kept: [] };
    cohort.kept.push(Math.round((kept / old) * 1000) / 10);
    cohorts.set(month, cohort);
  }
  return [...cohorts.values()];
}
