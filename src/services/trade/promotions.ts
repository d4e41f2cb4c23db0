import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const listPromotions = (api: Api, query: QueryOf<'GET /promotions/search'>, signal?: AbortSignal) =>
  api.call('GET /promotions/search', { query, signal });
export const createOffer = (api: Api, body: BodyOf<'POST /promotions'>) =>
  api.call('POST /promotions', { body });
export const createTrial = (api: Api, body: BodyOf<'POST /promotions/trial'>) =>
  api.call('POST /promotions/trial', { body });
export const endPromotion = (api: Api, id: string) => api.call('PUT /promotions/:id/end', { params: { id } });
export const listOffers = (api: Api, performerId: string, signal?: AbortSignal) =>
  api.call('GET /promotions/performer/:id', { params: { id: performerId }, signal });
export const getTrial = (api: Api, code: string, signal?: AbortSignal) =>
  api.call('GET /promotions/trial/:code', { params: { code }, signal });
export const takeTrial = (api: Api, code: string) =>
  api.call('POST /promotions/trial/:code', { params: { code } });
