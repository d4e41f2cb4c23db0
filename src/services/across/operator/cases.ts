import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

type Because = { readonly reason: string };

export const listDeskCreators = (api: Api, query: QueryOf<'GET /operator/creators'>, signal?: AbortSignal) =>
  api.call('GET /operator/creators', { query, signal });
export const getDeskCreator = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/creators/:id', { params: { id }, signal });
export const openCreatorDocuments = (api: Api, id: string) =>
  api.call('POST /operator/creators/:id/documents', { params: { id }, body: {} });
export const approveCreator = (api: Api, id: string, body: BodyOf<'POST /operator/creators/:id/approve'>) =>
  api.call('POST /operator/creators/:id/approve', { params: { id }, body });
export const rejectCreator = (api: Api, id: string, body: BodyOf<'POST /operator/creators/:id/reject'>) =>
  api.call('POST /operator/creators/:id/reject', { params: { id }, body });

export const listDeskPayouts = (api: Api, query: QueryOf<'GET /operator/payouts'>, signal?: AbortSignal) =>
  api.call('GET /operator/payouts', { query, signal });
export const getDeskPayout = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/payouts/:id', { params: { id }, signal });
export const openPayoutDetails = (api: Api, id: string) =>
  api.call('POST /operator/payouts/:id/details', { params: { id }, body: {} });
export const approveDeskPayout = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/payouts/:id/approve', { params: { id }, body });
export const processDeskPayout = (api: Api, id: string) =>
  api.call('POST /operator/payouts/:id/process', { params: { id }, body: {} });
export const payDeskPayout = (api: Api, id: string, body: { readonly reference: string }) =>
  api.call('POST /operator/payouts/:id/pay', { params: { id }, body });
export const rejectDeskPayout = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/payouts/:id/reject', { params: { id }, body });
export const failDeskPayout = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/payouts/:id/fail', { params: { id }, body });
export const returnDeskPayout = (api: Api, id: string, body: BodyOf<'POST /operator/payouts/:id/return'>) =>
  api.call('POST /operator/payouts/:id/return', { params: { id }, body });
export const withdrawDeskPayout = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/payouts/:id/withdraw', { params: { id }, body });

export const getDeskPayment = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/payments/:id', { params: { id }, signal });
export const refundDeskPayment = (api: Api, id: string, body: Because) =>
  api.call('POST /operator/payments/:id/refund', { params: { id }, body });
export const listDisputes = (api: Api, query: QueryOf<'GET /operator/disputes'>, signal?: AbortSignal) =>
  api.call('GET /operator/disputes', { query, signal });
export const openCreatorReleases = (api: Api, id: string) =>
  api.call('POST /operator/creators/:id/releases', { params: { id }, body: {} });
export const openCaseReleases = (api: Api, id: string) =>
  api.call('POST /operator/cases/:id/releases', { params: { id }, body: {} });
