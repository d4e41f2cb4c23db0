import type { earnings } from '#contract/earnings.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { searchEarnings } from './search.ts';
import { earningStatement } from './statement.ts';
import { earningStats } from './stats.ts';
import { topEarners } from './top-earners.ts';

export const earningHandlers: HandlersOf<typeof earnings> = {
  'GET /performer/earning/stats': (ctx, { query }) => earningStats(ctx, query),
  'GET /performer/earning/tops': (ctx, { query }) => topEarners(ctx, query),
  'GET /performer/earning/search': (ctx, { query }) => searchEarnings(ctx, query),
  'GET /performer/earning/statement': (ctx, { query }) => earningStatement(ctx, query.month),
};
