import type { earnings } from '#contract/money/earnings.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { searchEarnings } from './search.ts';
import { readBillingDetails, saveBillingDetails } from './billing-details.ts';
import { earningStatement, earningYear } from './statement.ts';
import { earningStats } from './stats.ts';
import { topEarners } from './top-earners.ts';

export const earningHandlers: HandlersOf<typeof earnings> = {
  'GET /performer/earning/stats': (ctx, { query }) => earningStats(ctx, query),
  'GET /performer/earning/tops': (ctx, { query }) => topEarners(ctx, query),
  'GET /performer/earning/search': (ctx, { query }) => searchEarnings(ctx, query),
  'GET /performer/earning/statement': (ctx, { query }) => earningStatement(ctx, ctx.viewer.id, query.month),
  'GET /performer/earning/year': (ctx, { query }) => earningYear(ctx, query.year),
  'GET /performer/billing-details': async (ctx) => ({
    details: await readBillingDetails(ctx, ctx.viewer.id),
  }),
  'PUT /performer/billing-details': async (ctx, { body }) => ({
    details: await saveBillingDetails(ctx, body),
  }),
};
