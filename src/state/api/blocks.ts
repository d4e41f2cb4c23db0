import type { BlockedPerson, CountryPreview } from '#contract/across/blocks.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import {
  blockPerson,
  closeCountries,
  isPlaceAsked,
  listBlockedPeople,
  listClosedCountries,
  previewFromCountry,
  report,
  reportAsVisitor,
  statePlace,
  unblockPerson,
} from '#services/across/blocks.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/**
 * Blocked people and countries, and reports. What a block changes elsewhere is announced by `access/changed`.
 */
export const blocksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBlockedPeople: build.infiniteQuery<
      Page<BlockedPerson>,
      Pick<QueryOf<'GET /block/users'>, 'q' | 'limit'>,
      string | null
    >({ ...pagesByKey(listBlockedPeople), providesTags: ['Blocked'] }),
    blockPerson: build.mutation<BlockedPerson, string>({
      queryFn: queryWith(blockPerson),
      invalidatesTags: (_person, problem, id) =>
        problem
          ? []
          : [
              'Blocked',
              { type: 'Creator', id },
              'Timeline',
              'Followers',
              'Following',
              'Subscriptions',
              'Subscribers',
            ],
    }),
    unblockPerson: build.mutation<{ success: true }, string>({
      queryFn: queryWith(unblockPerson),
      invalidatesTags: (_done, problem, id) =>
        problem ? [] : ['Blocked', { type: 'Creator', id }, 'Timeline'],
    }),
    listClosedCountries: build.query<ReplyOf<'GET /block/countries'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listClosedCountries(services, signal)),
      providesTags: ['Blocked'],
    }),
    closeCountries: build.mutation<ReplyOf<'POST /block/countries'>, BodyOf<'POST /block/countries'>>({
      queryFn: queryWith(closeCountries),
      invalidatesTags: (_list, problem) => (problem ? [] : ['Blocked']),
    }),
    isPlaceAsked: build.query<ReplyOf<'GET /block/place'>, string>({ queryFn: queryWith(isPlaceAsked) }),
    statePlace: build.mutation<ReplyOf<'POST /block/place'>, BodyOf<'POST /block/place'>>({
      queryFn: queryWith(statePlace),
    }),
    previewFromCountry: build.query<
      CountryPreview,
      { readonly country: string } & QueryOf<'GET /block/countries/preview/:country'>
    >({
      queryFn: queryWith(previewFromCountry),
      providesTags: ['Blocked', 'OwnPerformer', 'OwnPosts'],
      keepUnusedDataFor: 0,
    }),
    report: build.mutation<ReplyOf<'POST /reports'>, BodyOf<'POST /reports'>>({ queryFn: queryWith(report) }),
    reportAsVisitor: build.mutation<unknown, BodyOf<'POST /reports/visitors'>>({
      queryFn: queryWith(reportAsVisitor),
    }),
  }),
});

export const {
  useListBlockedPeopleInfiniteQuery,
  useBlockPersonMutation,
  useUnblockPersonMutation,
  useListClosedCountriesQuery,
  useCloseCountriesMutation,
  useIsPlaceAskedQuery,
  useStatePlaceMutation,
  usePreviewFromCountryQuery,
  useReportMutation,
  useReportAsVisitorMutation,
} = blocksApi;
