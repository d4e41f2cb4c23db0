import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

type Because = { readonly reason: string };

export const listAdjustments = (
  api: Api,
  query: QueryOf<'GET /operator/adjustments'>,
  signal?: AbortSignal,
) => api.call('GET /operator/adjustments', { query, signal });
export const getAdjustment = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/adjustments/:id', { params: { id }, signal });
export const proposeAdjustment = (api: Api, body: BodyOf<'POST /operator/adjustments'>) =>
  api.call('POST /operator/adjustments', { body });
export const approveAdjustment = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/adjustments/:id/approve', { params: { id }, body });
export const declineAdjustment = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/adjustments/:id/decline', { params: { id }, body });
