import type { creatorHome } from '#contract/across/creator-home.ts';
import type { pinnedViews } from '#contract/across/pinned-views.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { viewCalendar } from './calendar.ts';
import { viewCounts } from './counts.ts';
import { viewHome } from './home.ts';
import { listPinnedViews, pinView, removePinnedView, renamePinnedView } from './pinned-views.ts';

export const creatorHomeHandlers: HandlersOf<typeof creatorHome> = {
  'GET /performer/counts': (ctx) => viewCounts(ctx),
  'GET /performer/home': (ctx) => viewHome(ctx),
  'GET /performer/calendar': (ctx, { query }) => viewCalendar(ctx, query),
};

export const pinnedViewHandlers: HandlersOf<typeof pinnedViews> = {
  'GET /performer/pinned-views': (ctx, { query }) => listPinnedViews(ctx, query.list),
  'POST /performer/pinned-views': (ctx, { body }) => pinView(ctx, body),
  'PUT /performer/pinned-views/:id': (ctx, { params, body }) => renamePinnedView(ctx, params.id, body.name),
  async 'DELETE /performer/pinned-views/:id'(ctx, { params }) {
    await removePinnedView(ctx, params.id);
    return { success: true };
  },
};
