import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

export const listDecisions = (api: Api, query: QueryOf<'GET /decisions'>, signal?: AbortSignal) =>
  api.call('GET /decisions', { query, signal });
export const getDecision = (
  api: Api,
  { id, ...query }: { id: string } & QueryOf<'GET /decisions/:id'>,
  signal?: AbortSignal,
) => api.call('GET /decisions/:id', { params: { id }, query, signal });
export const getDecisionOn = (api: Api, params: { type: string; id: string }, signal?: AbortSignal) =>
  api.call('GET /decisions/on/:type/:id', { params: params as never, signal });
export const appealDecision = (
  api: Api,
  { id, ...body }: { id: string } & BodyOf<'POST /decisions/:id/appeal'>,
) => api.call('POST /decisions/:id/appeal', { params: { id }, body });
export const listOwnReports = (api: Api, query: QueryOf<'GET /reports'>, signal?: AbortSignal) =>
  api.call('GET /reports', { query, signal });
