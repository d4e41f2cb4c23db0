import type { BlockedPerson, CountryPreview } from '#contract/blocks';
import type { ReplyOf } from '#contract/registry';
import {
  blockPerson,
  closeCountries,
  listBlockedPeople,
  listClosedCountries,
  previewFromCountry,
  unblockPerson,
} from '#services/blocks';
import type { BodyOf, QueryOf } from '#services/call';
import { report } from '#services/reports';
import { asks, pagesByKey } from './api-asking.ts';
import type { Page } from './api-asking.ts';
import { api } from './api.ts';

/** Whom and which countries a person keeps away, and what they report. What a block changes everywhere else, `access/changed` tells. */
export const blocksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBlockedPeople: build.infiniteQuery<
      Page<BlockedPerson>,
      Pick<QueryOf<'GET /block/users'>, 'q' | 'limit'>,
      string | null
    >({ ...pagesByKey(listBlockedPeople), providesTags: ['Blocked'] }),
    blockPerson: build.mutation<BlockedPerson, string>({
      queryFn: asks(blockPerson),
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
      queryFn: asks(unblockPerson),
      invalidatesTags: (_done, problem, id) =>
        problem ? [] : ['Blocked', { type: 'Creator', id }, 'Timeline'],
    }),
    listClosedCountries: build.query<ReplyOf<'GET /block/countries'>, void>({
      queryFn: asks((services, _arg: void, signal) => listClosedCountries(services, signal)),
      providesTags: ['Blocked'],
    }),
    closeCountries: build.mutation<ReplyOf<'POST /block/countries'>, string[]>({
      queryFn: asks(closeCountries),
      invalidatesTags: (_list, problem) => (problem ? [] : ['Blocked']),
    }),
    previewFromCountry: build.query<CountryPreview, string>({
      queryFn: asks(previewFromCountry),
      providesTags: ['Blocked', 'OwnPerformer', 'OwnFeeds'],
      keepUnusedDataFor: 0,
    }),
    report: build.mutation<ReplyOf<'POST /reports'>, BodyOf<'POST /reports'>>({ queryFn: asks(report) }),
  }),
});

export const {
  useListBlockedPeopleInfiniteQuery,
  useBlockPersonMutation,
  useUnblockPersonMutation,
  useListClosedCountriesQuery,
  useCloseCountriesMutation,
  usePreviewFromCountryQuery,
  useReportMutation,
} = blocksApi;
