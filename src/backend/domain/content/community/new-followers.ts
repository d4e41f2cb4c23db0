import { sql } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { dayAt, planCut } from '../../../kernel/local-days.ts';
import { fetchRows } from '../../../db/db.ts';

/** How many of the viewer's followers began on each of the viewer's days in a range of moments. */
export const followersByDay = (ctx: UserCtx, range: { from: string; to?: string }) =>
  fetchRows<{ day: string; count: number }>(
    ctx.db.execute(sql`
    SELECT ${dayAt(planCut(ctx, range), sql`created_at`)} AS day, count(*)::int AS count FROM follows
    WHERE performer_id = ${ctx.viewer.id} AND created_at >= ${range.from}::timestamptz ${range.to ? sql`AND created_at < ${range.to}::timestamptz` : sql``} GROUP BY 1`),
  );
