import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const searchAudit = (api: Api, query: QueryOf<'GET /operator/audit/search'>, signal?: AbortSignal) =>
  api.call('GET /operator/audit/search', { query, signal });
export const exportAudit = (api: Api, body: BodyOf<'POST /operator/audit/export'>) =>
  api.call('POST /operator/audit/export', { body });
