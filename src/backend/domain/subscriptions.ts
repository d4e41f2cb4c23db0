import type { subscriptions } from '#contract/payment';
import type { HandlersOf } from '../http/handlers.ts';
import { searchOwnSubscriptions, searchSubscribers } from './subscription-views.ts';

export const subscriptionHandlers: HandlersOf<typeof subscriptions> = {
  'GET /subscriptions/user/search': (ctx, { query }) => searchOwnSubscriptions(ctx, query),
  'GET /subscriptions/performer/search': (ctx, { query }) => searchSubscribers(ctx, query),
};
