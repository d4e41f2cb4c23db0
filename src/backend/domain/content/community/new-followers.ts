import type { UserCtx } from '../../../kernel/context.ts';
import { planCut } from '../../../kernel/local-days.ts';
import { countFollowersByDay } from './new-followers-query.ts';

/** How many of the viewer's followers began on each of the viewer's days in a range of moments. */
export const followersByDay = (ctx: UserCtx, range: { from: string; to?: string }) =>
  countFollowersByDay(ctx.db, { performerId: ctx.viewer.id, range, cut: planCut(ctx, range) });
