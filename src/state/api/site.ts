import type { ReplyOf } from '#contract/core/registry.ts';
import type { SitePost } from '#contract/base/site.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  getProfileChoices,
  getSitePost,
  listCities,
  listCountries,
  listLanguages,
  listPhoneCodes,
  listPromos,
  listSitePosts,
  listStates,
  sendContact,
} from '#services/base/site.ts';
import { queryWith, pagesByOffset } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

export type SitePostRow = ReplyOf<'GET /posts/search'>['data'][number];

/** In seconds. Reference lists don't change while a page is open. */
const anHour = 3_600;

export const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCountries: build.query<ReplyOf<'GET /countries/list'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listCountries(services, signal)),
      keepUnusedDataFor: anHour,
    }),
    listLanguages: build.query<ReplyOf<'GET /languages/list'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listLanguages(services, signal)),
      keepUnusedDataFor: anHour,
    }),
    listPhoneCodes: build.query<ReplyOf<'GET /phone-codes/list'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listPhoneCodes(services, signal)),
      keepUnusedDataFor: anHour,
    }),
    getProfileChoices: build.query<ReplyOf<'GET /user-additional'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => getProfileChoices(services, signal)),
      keepUnusedDataFor: anHour,
    }),
    listStates: build.query<ReplyOf<'GET /states/:country'>, string>({
      queryFn: queryWith(listStates),
      keepUnusedDataFor: anHour,
    }),
    listCities: build.query<
      ReplyOf<'GET /cities/:country/:state'>,
      { readonly country: string; readonly state: string; readonly q: string }
    >({ queryFn: queryWith(listCities) }),
    listPromos: build.query<ReplyOf<'GET /site-promo/search'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listPromos(services, signal)),
    }),
    listSitePosts: build.infiniteQuery<Page<SitePostRow>, { readonly limit?: number }, number>({
      ...pagesByOffset(listSitePosts),
    }),
    getSitePost: build.query<SitePost, string>({ queryFn: queryWith(getSitePost) }),
    sendContact: build.mutation<{ success: true }, BodyOf<'POST /contact'>>({
      queryFn: queryWith(sendContact),
    }),
  }),
});

export const {
  useListCountriesQuery,
  useListLanguagesQuery,
  useListPhoneCodesQuery,
  useGetProfileChoicesQuery,
  useListStatesQuery,
  useListCitiesQuery,
  useListPromosQuery,
  useSendContactMutation,
  useListSitePostsInfiniteQuery,
  useGetSitePostQuery,
} = siteApi;
