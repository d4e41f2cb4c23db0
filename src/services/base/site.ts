import type { Api } from '../http/api.ts';
import type { BodyOf, QueryOf } from '../http/call.ts';
import { withCaptcha } from '../http/with-captcha.ts';

export const getPublicSettings = (api: Api, signal?: AbortSignal) =>
  api.call('GET /settings/public', { signal });
/** Some settings only, for pages whose limits may be older than the operator’s last change. */
export const getSettingsByKeys = (api: Api, keys: string[]) =>
  api.call('POST /settings/keys', { body: { keys } });
export const checkCountryBlock = (api: Api, signal?: AbortSignal) =>
  api.call('GET /block/countries/check', { signal });
export const sendContact = (api: Api, body: BodyOf<'POST /contact'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /contact', { body, captchaPass }));
export const listCountries = (api: Api, signal?: AbortSignal) => api.call('GET /countries/list', { signal });
export const listLanguages = (api: Api, signal?: AbortSignal) => api.call('GET /languages/list', { signal });
export const listPhoneCodes = (api: Api, signal?: AbortSignal) =>
  api.call('GET /phone-codes/list', { signal });
export const getProfileChoices = (api: Api, signal?: AbortSignal) =>
  api.call('GET /user-additional', { signal });
export const listStates = (api: Api, country: string, signal?: AbortSignal) =>
  api.call('GET /states/:country', { params: { country }, signal });
export const listCities = (
  api: Api,
  { country, state, q }: { country: string; state: string; q: string },
  signal?: AbortSignal,
) =>
  api.call('GET /cities/:country/:state', { params: { country, state }, query: { q, limit: 100 }, signal });
export const listSitePosts = (api: Api, query: QueryOf<'GET /posts/search'>, signal?: AbortSignal) =>
  api.call('GET /posts/search', { query, signal });
export const getSitePost = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /posts/:id', { params: { id }, signal });
export const listPromos = (api: Api, signal?: AbortSignal) => api.call('GET /site-promo/search', { signal });
