import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import { withCaptcha } from '../http/with-captcha.ts';

export const listClosedCountries = (api: Api, signal?: AbortSignal) =>
  api.call('GET /block/countries', { signal });
export const closeCountries = (api: Api, body: BodyOf<'POST /block/countries'>) =>
  api.call('POST /block/countries', { body });
export const previewFromCountry = (
  api: Api,
  { country, ...query }: { country: string } & QueryOf<'GET /block/countries/preview/:country'>,
  signal?: AbortSignal,
) => api.call('GET /block/countries/preview/:country', { params: { country }, query, signal });
export const isPlaceAsked = (api: Api, path: string, signal?: AbortSignal) =>
  api.call('GET /block/place', { query: { path }, signal });
export const statePlace = (api: Api, body: BodyOf<'POST /block/place'>) =>
  api.call('POST /block/place', { body });
export const blockPerson = (api: Api, userId: string) => api.call('POST /block/users', { body: { userId } });
export const unblockPerson = (api: Api, id: string) =>
  api.call('DELETE /block/users/:id', { params: { id } });
export const listBlockedPeople = (api: Api, query: QueryOf<'GET /block/users'>, signal?: AbortSignal) =>
  api.call('GET /block/users', { query, signal });
export const report = (api: Api, body: BodyOf<'POST /reports'>) => api.call('POST /reports', { body });
export const reportAsVisitor = (api: Api, body: BodyOf<'POST /reports/visitors'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /reports/visitors', { body, captchaPass }));
export const listMutedCreators = (api: Api, query: QueryOf<'GET /creator-mutes'>, signal?: AbortSignal) =>
  api.call('GET /creator-mutes', { query, signal });
export const isCreatorMuted = (api: Api, id: string) =>
  api.call('GET /creator-mutes/:id', { params: { id } });
export const muteCreator = (api: Api, id: string) => api.call('PUT /creator-mutes/:id', { params: { id } });
export const unmuteCreator = (api: Api, id: string) =>
  api.call('DELETE /creator-mutes/:id', { params: { id } });
