import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const listCases = (api: Api, query: QueryOf<'GET /operator/cases'>, signal?: AbortSignal) =>
  api.call('GET /operator/cases', { query, signal });
export const getCase = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/cases/:id', { params: { id }, signal });
export const openCase = (api: Api, body: BodyOf<'POST /operator/cases'>) =>
  api.call('POST /operator/cases', { body });
export const openCaseFile = (api: Api, { id, fileId }: { id: string; fileId: string }) =>
  api.call('POST /operator/cases/:id/files/:fileId/open', { params: { id, fileId }, body: {} });
export const decideCase = (
  api: Api,
  { id, ...body }: { id: string } & BodyOf<'POST /operator/cases/:id/decisions'>,
) => api.call('POST /operator/cases/:id/decisions', { params: { id }, body });
export const confirmBan = (api: Api, id: string) =>
  api.call('POST /operator/decisions/:id/confirm', { params: { id } });
export const withdrawBan = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/decisions/:id/withdraw', { params: { id }, body: { reason } });
export const liftDecision = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/decisions/:id/lift', { params: { id }, body: { reason } });
export const answerAppeal = (
  api: Api,
  { id, ...body }: { id: string } & BodyOf<'POST /operator/decisions/:id/appeal'>,
) => api.call('POST /operator/decisions/:id/appeal', { params: { id }, body });
export const listStatements = (api: Api, query: QueryOf<'GET /operator/moderation/statements'>) =>
  api.call('GET /operator/moderation/statements', { query });
export const listNumbers = (api: Api, query: QueryOf<'GET /operator/moderation/numbers'>) =>
  api.call('GET /operator/moderation/numbers', { query });
