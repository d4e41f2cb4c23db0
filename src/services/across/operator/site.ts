import type { Api } from '../../http/api.ts';
import type { BodyOf, QueryOf } from '../../http/call.ts';

export const listContact = (api: Api, query: QueryOf<'GET /operator/contact/search'>, signal?: AbortSignal) =>
  api.call('GET /operator/contact/search', { query, signal });
export const getContact = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/contact/:id', { params: { id }, signal });
export const answerContact = (
  api: Api,
  { id, ...body }: { id: string } & BodyOf<'POST /operator/contact/:id/answer'>,
) => api.call('POST /operator/contact/:id/answer', { params: { id }, body });
export const setContactState = (
  api: Api,
  { id, ...body }: { id: string } & BodyOf<'POST /operator/contact/:id/state'>,
) => api.call('POST /operator/contact/:id/state', { params: { id }, body });

export const listMails = (api: Api, query: QueryOf<'GET /operator/mails/search'>, signal?: AbortSignal) =>
  api.call('GET /operator/mails/search', { query, signal });
export const getMail = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /operator/mails/:id', { params: { id }, signal });
export const resendMail = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/mails/:id/resend', { params: { id }, body: { reason } });

export const listJobs = (api: Api, query: QueryOf<'GET /operator/jobs/search'>, signal?: AbortSignal) =>
  api.call('GET /operator/jobs/search', { query, signal });
export const retryJob = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/jobs/:id/retry', { params: { id }, body: { reason } });
export const listEvents = (api: Api, query: QueryOf<'GET /operator/events/search'>, signal?: AbortSignal) =>
  api.call('GET /operator/events/search', { query, signal });
export const retryEvent = (api: Api, { id, reason }: { id: string; reason: string }) =>
  api.call('POST /operator/events/:id/retry', { params: { id }, body: { reason } });

export const getSiteHealth = (api: Api, signal?: AbortSignal) => api.call('GET /operator/health', { signal });
export const getSiteFigures = (api: Api, query: QueryOf<'GET /operator/figures'>, signal?: AbortSignal) =>
  api.call('GET /operator/figures', { query, signal });
