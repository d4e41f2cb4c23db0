import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

/** Auctions of all creators, or of one. */
export const searchAuctions = (api: Api, query: QueryOf<'GET /autions/search'>, signal?: AbortSignal) =>
  api.call('GET /autions/search', { query, signal });
/** Auctions of one creator; their own list includes canceled ones. */
export const listAuctionsOf = (
  api: Api,
  { performerId, ...query }: QueryOf<'GET /autions/users/:id'> & { readonly performerId: string },
  signal?: AbortSignal,
) => api.call('GET /autions/users/:id', { params: { id: performerId }, query, signal });
export const listOwnBids = (api: Api, query: QueryOf<'GET /autions/users/search'>, signal?: AbortSignal) =>
  api.call('GET /autions/users/search', { query, signal });
export const getAuction = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /autions/:id/view', { params: { id }, signal });
export const createAuction = (api: Api, body: BodyOf<'POST /autions'>) => api.call('POST /autions', { body });
/** `version`: the `updatedAt` of what the change is about. */
export const updateAuction = (
  api: Api,
  id: string,
  { version, ...body }: BodyOf<'PUT /autions/:id'> & { version?: string },
) => api.call('PUT /autions/:id', { params: { id }, body, ...(version && { version }) });
export const cancelAuction = (api: Api, id: string) => api.call('DELETE /autions/:id', { params: { id } });
export const listBids = (api: Api, query: QueryOf<'GET /aution-item/search'>, signal?: AbortSignal) =>
  api.call('GET /aution-item/search', { query, signal });
/** `key` is an idempotency key, one per bid. */
export const placeBid = (api: Api, key: string, body: BodyOf<'POST /aution-item'>) =>
  api.call('POST /aution-item', { body, key });
