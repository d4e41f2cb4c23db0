import type { statistics } from '#contract/across/statistics.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { audience } from './audience.ts';
import { countViews } from './counting.ts';
import { itemStatistics } from './items.ts';
import { overview } from './overview.ts';
import { viewSources } from './sources.ts';

export const statisticsHandlers: HandlersOf<typeof statistics> = {
  'POST /views': (ctx, { body }) => countViews(ctx, body),
  'GET /performer/statistics': (ctx, { query }) => overview(ctx, query),
  'GET /performer/statistics/items': (ctx, { query }) => itemStatistics(ctx, query),
  'GET /performer/statistics/sources': (ctx, { query }) => viewSources(ctx, query),
  'GET /performer/statistics/audience': (ctx, { query }) => audience(ctx, query),
};
