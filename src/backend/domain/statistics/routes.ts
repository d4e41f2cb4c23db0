import type { statistics } from '#contract/creators/statistics.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { countViews } from './counting.ts';

export const statisticsHandlers: HandlersOf<typeof statistics> = {
  'POST /views': (ctx, { body }) => countViews(ctx, body),
};
