import type { Api } from './api.ts';
import type { BodyOf } from './call.ts';

export const getPublicSettings = (api: Api, signal?: AbortSignal) => api.call('GET /settings/public', { signal });
export const getSettingsByKeys = (api: Api, keys: string[]) => api.call('POST /settings/keys', { body: { keys } });
export const checkCountryBlock = (api: Api, signal?: AbortSignal) => api.call('GET /block/countries/check', { signal });
export const sendContact = (api: Api, body: BodyOf<'POST /contact'>) => api.call('POST /contact', { body });
export const listCountries = (api: Api, signal?: AbortSignal) => api.call('GET /countries/list', { signal });
export const listLanguages = (api: Api, signal?: AbortSignal) => api.call('GET /languages/list', { signal });
export const listPhoneCodes = (api: Api, signal?: AbortSignal) => api.call('GET /phone-codes/list', { signal });
export const listPromos = (api: Api, signal?: AbortSignal) => api.call('GET /site-promo/search', { signal });
