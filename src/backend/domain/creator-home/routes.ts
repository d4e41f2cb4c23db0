import type { creatorHome } from '#contract/creators/home.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { viewCalendar } from './calendar.ts';
import { viewCounts } from './counts.ts';
import { viewHome } from './home.ts';

export const creatorHomeHandlers: HandlersOf<typeof creatorHome> = {
  'GET /performer/counts': (ctx) => viewCounts(ctx),
  'GET /performer/home': (ctx) => viewHome(ctx),
  'GET /performer/calendar': (ctx, { query }) => viewCalendar(ctx, query),
};
