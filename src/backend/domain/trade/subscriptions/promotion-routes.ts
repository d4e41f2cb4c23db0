import type { promotions as family } from '#contract/trade/promotions.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { fanOffers } from './promotion-choice.ts';
import { takeTrial, viewTrial } from './promotion-trials.ts';
import { createOffer, createTrial, endPromotion, searchPromotions } from './promotion-mutations.ts';

/**
 * The offers shown on a creator's profile. None for existing subscribers, who have no first period to buy.
 * @throws AppError 404 when the viewer can't see the creator.
 */
async function loadOffers(
  ctx: Ctx,
  performerId: string,
): Promise<ReplySource<'GET /promotions/performer/:id'>> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [performerId] });
  const isOwn = ctx.viewer?.id === performerId;
  if (!isOpenTo(facts, performerId)) throw notFound();
  const found = await fanOffers(ctx, { performerId, userId: isOwn ? null : (ctx.viewer?.id ?? null) });
  const data = found.map(({ id, endsAt, ...offer }) => ({
    _id: id,
    endsAt: endsAt?.toISOString() ?? null,
    ...offer,
  }));
  return { data, total: data.length };
}

export const promotionHandlers: HandlersOf<typeof family> = {
  'GET /promotions/search': (ctx, { query }) => searchPromotions(ctx, query),
  'POST /promotions': (ctx, { body }) => createOffer(ctx, body),
  'POST /promotions/trial': (ctx, { body }) => createTrial(ctx, body),
  'PUT /promotions/:id/end': (ctx, { params }) => endPromotion(ctx, params.id),
  'GET /promotions/performer/:id': (ctx, { params }) => loadOffers(ctx, params.id),
  'GET /promotions/trial/:code': (ctx, { params }) => viewTrial(ctx, params.code),
  'POST /promotions/trial/:code': (ctx, { params }) => takeTrial(ctx, params.code),
};
