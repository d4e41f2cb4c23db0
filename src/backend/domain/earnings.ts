import type { earnings } from '#contract/earnings';
import type { HandlersOf } from '../http/handlers.ts';
import { searchEarnings } from './earning-search.ts';
import { earningStatement } from './earning-statement.ts';
import { earningStats } from './earning-stats.ts';
import { earningTops } from './earning-tops.ts';

export const earningHandlers: HandlersOf<typeof earnings> = {
  'GET /performer/earning/stats': (ctx, { query }) => earningStats(ctx, query),
  'GET /performer/earning/tops': (ctx, { query }) => earningTops(ctx, query),
  'GET /performer/earning/search': (ctx, { query }) => searchEarnings(ctx, query),
  'GET /performer/earning/statement': (ctx, { query }) => earningStatement(ctx, query.month),
};
