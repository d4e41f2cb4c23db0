import type { Api } from './api.ts';
import type { QueryOf } from './call.ts';

export const listClosedCountries = (api: Api, signal?: AbortSignal) =>
  api.call('GET /block/countries', { signal });
export const closeCountries = (api: Api, countries: string[]) =>
  api.call('POST /block/countries', { body: { countries } });
export const previewFromCountry = (api: Api, country: string, signal?: AbortSignal) =>
  api.call('GET /block/countries/preview/:country', { params: { country }, signal });
export const blockPerson = (api: Api, userId: string) => api.call('POST /block/users', { body: { userId } });
export const unblockPerson = (api: Api, id: string) =>
  api.call('DELETE /block/users/:id', { params: { id } });
export const listBlockedPeople = (api: Api, query: QueryOf<'GET /block/users'>, signal?: AbortSignal) =>
  api.call('GET /block/users', { query, signal });
