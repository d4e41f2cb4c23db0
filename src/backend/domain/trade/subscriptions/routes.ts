import { settleOrThrow } from '../payment-outcomes/settle.ts';
import type { subscriptions } from '#contract/trade/subscriptions.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { writeSubscriberNote } from './subscriber-notes.ts';
import { searchSubscribers } from './subscriber-search.ts';
import { changeCard } from './card.ts';
import { acceptPrice } from './price.ts';
import { resumeSubscription } from './resume.ts';
import { quoteSwitch, switchSubscription } from './switch.ts';
import { searchOwnSubscriptions } from './presenters.ts';

export const subscriptionHandlers: HandlersOf<typeof subscriptions> = {
  'GET /subscriptions/user/search': (ctx, { query }) => searchOwnSubscriptions(ctx, query),
  'GET /subscriptions/performer/search': (ctx, { query }) => searchSubscribers(ctx, query),
  'PUT /subscriptions/performer/:id/note': (ctx, { params, body }) =>
    writeSubscriberNote(ctx, { ...params, ...body }),
  'POST /payment/:provider/resume-subscription/:id': (ctx, { params, body }) =>
    resumeSubscription(ctx, { ...params, cardId: body?.cardId }),
  'GET /payment/:provider/switch-subscription/:id': (ctx, { params, query }) =>
    quoteSwitch(ctx, { ...params, ...query }),
  'POST /payment/:provider/switch-subscription/:id': (ctx, input) =>
    switchSubscription(ctx, input, settleOrThrow),
  'PUT /subscriptions/:id/card': (ctx, { params, body }) => changeCard(ctx, { ...params, ...body }),
  'POST /subscriptions/:id/accept-price': (ctx, { params, body }) => acceptPrice(ctx, { ...params, ...body }),
};
