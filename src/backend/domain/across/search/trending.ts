import { trendingCreators } from '../../../db/schema/search/trending.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { writeScores } from './trending-query.ts';

/** Computes the score of every creator with recent activity, and replaces those of the last time. */
export const updateTrending = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (tx) => {
    await tx.db.delete(trendingCreators);
    await writeScores(tx.db, now(ctx));
  });
