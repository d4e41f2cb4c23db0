import type { BroadcastRows } from '#contract/trade/broadcasts/broadcasts.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

type Page = { readonly offset?: number };

export const createBroadcast = (api: Api, body: BodyOf<'POST /messages/broadcast-message'>) =>
  api.call('POST /messages/broadcast-message', { body });
export const countAudience = (api: Api, body: BodyOf<'POST /broadcasts/count'>, signal?: AbortSignal) =>
  api.call('POST /broadcasts/count', { body, signal });
export const listBroadcasts = (api: Api, query: QueryOf<'GET /broadcasts'>, signal?: AbortSignal) =>
  api.call('GET /broadcasts', { query, signal });
export const getBroadcast = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /broadcasts/:id', { params: { id }, signal });
export const changeBroadcast = (api: Api, id: string, body: BodyOf<'PUT /broadcasts/:id'>) =>
  api.call('PUT /broadcasts/:id', { params: { id }, body });
export const deleteBroadcast = (api: Api, id: string) =>
  api.call('DELETE /broadcasts/:id', { params: { id } });
export const unsendBroadcast = (api: Api, id: string) =>
  api.call('POST /broadcasts/:id/unsend', { params: { id } });
export const listBroadcastRecipients = (
  api: Api,
  { id, ...query }: Page & { readonly id: string; readonly rows: BroadcastRows },
  signal?: AbortSignal,
) => api.call('GET /broadcasts/:id/recipients', { params: { id }, query, signal });

export const listFanLists = (api: Api, query: QueryOf<'GET /fan-lists'>, signal?: AbortSignal) =>
  api.call('GET /fan-lists', { query, signal });
export const createFanList = (api: Api, name: string) => api.call('POST /fan-lists', { body: { name } });
export const renameFanList = (api: Api, id: string, name: string) =>
  api.call('PUT /fan-lists/:id', { params: { id }, body: { name } });
export const deleteFanList = (api: Api, id: string) => api.call('DELETE /fan-lists/:id', { params: { id } });
export const listFanListMembers = (
  api: Api,
  { id, ...query }: Page & { readonly id: string },
  signal?: AbortSignal,
) => api.call('GET /fan-lists/:id/members', { params: { id }, query, signal });
export const addFanListMember = (api: Api, id: string, accountId: string) =>
  api.call('PUT /fan-lists/:id/members/:accountId', { params: { id, accountId } });
export const removeFanListMember = (api: Api, id: string, accountId: string) =>
  api.call('DELETE /fan-lists/:id/members/:accountId', { params: { id, accountId } });

export const getMassMessageCap = (api: Api, _all?: unknown, signal?: AbortSignal) =>
  api.call('GET /mass-messages/settings', { signal });
export const setMassMessageCap = (api: Api, weeklyCap: number | null) =>
  api.call('PUT /mass-messages/settings', { body: { weeklyCap } });
export const getMassMessagesMuted = (api: Api, id: string) =>
  api.call('GET /mass-messages/mutes/:id', { params: { id } });
export const muteMassMessages = (api: Api, id: string) =>
  api.call('PUT /mass-messages/mutes/:id', { params: { id } });
export const unmuteMassMessages = (api: Api, id: string) =>
  api.call('DELETE /mass-messages/mutes/:id', { params: { id } });
