import type { Api } from '../http/api.ts';
import type { QueryOf } from '../http/call.ts';

export const listSubscribers = (
  api: Api,
  query: QueryOf<'GET /subscriptions/performer/search'>,
  signal?: AbortSignal,
) => api.call('GET /subscriptions/performer/search', { query, signal });
export const writeSubscriberNote = (api: Api, id: string, note: string) =>
  api.call('PUT /subscriptions/performer/:id/note', { params: { id }, body: { note } });
