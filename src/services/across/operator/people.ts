import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';

type Because = { readonly reason: string };

export const searchDesk = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /operator/search', { query: { q }, signal });
export const getDeskPerson = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/people/:id', { params: { id }, signal });
export const getPersonTimeline = (
  api: Api,
  { id, cursor }: { readonly id: string; readonly cursor?: string | undefined },
  signal?: AbortSignal,
) => api.call('GET /operator/people/:id/timeline', { params: { id }, query: { cursor }, signal });
/** `month`: such as `2026-03`. */
export const openStatement = (api: Api, id: string, month: string) =>
  api.call('POST /operator/people/:id/statement', { params: { id }, body: { month } });
export const suspendPerson = (api: Api, id: string, body: BodyOf<'POST /operator/people/:id/suspend'>) =>
  api.call('POST /operator/people/:id/suspend', { params: { id }, body });
export const banPerson = (api: Api, id: string, body: BodyOf<'POST /operator/people/:id/ban'>) =>
  api.call('POST /operator/people/:id/ban', { params: { id }, body });
export const withdrawBan = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/people/:id/withdraw-ban', { params: { id }, body });
export const restorePerson = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/people/:id/restore', { params: { id }, body });
export const addPersonNote = (api: Api, id: string, note: string) =>
  api.call('POST /operator/people/:id/notes', { params: { id }, body: { note } });
export const removeSecondFactor = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/people/:id/remove-second-factor', { params: { id }, body });
