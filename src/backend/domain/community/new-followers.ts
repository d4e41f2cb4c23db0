import { sql } from 'drizzle-orm';
import type { UserCtx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';

/** How many of the viewer's followers began on each UTC day since one. */
export const followersByDay = (ctx: UserCtx, since: string) =>
  rowsOf<{ day: string; count: number }>(
    ctx.db.execute(sql`
    SELECT ((created_at AT TIME ZONE 'UTC')::date)::text AS day, count(*)::int AS count FROM follows
    WHERE performer_id = ${ctx.viewer.id} AND created_at >= ${since}::timestamptz GROUP BY 1`),
  );
