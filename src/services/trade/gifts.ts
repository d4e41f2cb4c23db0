import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';

/** Idempotent by key. */
export const buyGift = (
  api: Api,
  { key, body }: { readonly key: string; readonly body: BodyOf<'POST /gifts'> },
) => api.call('POST /gifts', { key, body });
export const listGifts = (api: Api, query: QueryOf<'GET /gifts'>, signal?: AbortSignal) =>
  api.call('GET /gifts', { query, signal });
export const refundGift = (api: Api, id: string) => api.call('POST /gifts/:id/refund', { params: { id } });
export const getOfferedGift = (api: Api, code: string, signal?: AbortSignal) =>
  api.call('GET /gifts/link/:code', { params: { code }, signal });
export const redeemGift = (api: Api, code: string) =>
  api.call('POST /gifts/link/:code', { params: { code } });
