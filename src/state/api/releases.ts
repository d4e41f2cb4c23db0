import type { ReplyOf } from '#contract/core/registry.ts';
import type { PeopleInWork } from '#contract/content/releases.ts';
import {
  type Work,
  getPeopleInWork,
  listReleases,
  namePeople,
  removeRelease,
} from '#services/content/releases.ts';
import { api } from '../query/api.ts';
import { queryWith } from '../query/query-adapter.ts';

/** People without an account, and the works that name them. Documents are uploaded by the forms themselves. */
const releaseApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReleases: build.query<ReplyOf<'GET /performers/releases'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listReleases(services, signal)),
      providesTags: ['Releases'],
    }),
    removeRelease: build.mutation<{ success: true }, string>({
      queryFn: queryWith(removeRelease),
      invalidatesTags: (_done, problem) => (problem ? [] : ['Releases']),
    }),
    getPeopleInWork: build.query<PeopleInWork, Work>({
      queryFn: queryWith(getPeopleInWork),
      providesTags: ['Releases'],
    }),
    namePeople: build.mutation<PeopleInWork, Work & { readonly releaseIds: string[] }>({
      queryFn: queryWith(namePeople),
      invalidatesTags: (_done, problem) => (problem ? [] : ['Releases']),
    }),
  }),
});

export const {
  useListReleasesQuery,
  useRemoveReleaseMutation,
  useGetPeopleInWorkQuery,
  useNamePeopleMutation,
} = releaseApi;

/** Documents have changed. */
export const releasesChanged = () => releaseApi.util.invalidateTags(['Releases']);
