import type { FanList } from '#contract/trade/broadcasts/fan-lists.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import {
  addFanListMember,
  createFanList,
  deleteFanList,
  getMassMessageCap,
  listFanListMembers,
  listFanLists,
  removeFanListMember,
  renameFanList,
  setMassMessageCap,
} from '#services/trade/broadcasts/broadcasts.ts';
import { queryWith, pagesByOffset } from '../../query/query-adapter.ts';
import type { Page } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

type Cap = ReplyOf<'GET /mass-messages/settings'>;
type Member = { readonly id: string; readonly accountId: string };

/** A creator's lists of fans, and how many mass messages a fan accepts. */
export const fanListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFanLists: build.infiniteQuery<Page<FanList>, { readonly limit: number }, number>({
      ...pagesByOffset(listFanLists),
      providesTags: ['FanLists'],
    }),
    listFanListMembers: build.infiniteQuery<Page<PerformerCard>, { readonly id: string }, number>({
      ...pagesByOffset(listFanListMembers),
      providesTags: ['FanLists'],
    }),
    createFanList: build.mutation<FanList, string>({
      queryFn: queryWith(createFanList),
      invalidatesTags: (_made, problem) => (problem ? [] : ['FanLists']),
    }),
    renameFanList: build.mutation<FanList, { readonly id: string; readonly name: string }>({
      queryFn: queryWith((services, { id, name }) => renameFanList(services, id, name)),
      invalidatesTags: (_made, problem) => (problem ? [] : ['FanLists']),
    }),
    deleteFanList: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteFanList),
      invalidatesTags: (_done, problem) => (problem ? [] : ['FanLists']),
    }),
    addFanListMember: build.mutation<FanList, Member>({
      queryFn: queryWith((services, { id, accountId }) => addFanListMember(services, id, accountId)),
      invalidatesTags: (_list, problem) => (problem ? [] : ['FanLists']),
    }),
    removeFanListMember: build.mutation<FanList, Member>({
      queryFn: queryWith((services, { id, accountId }) => removeFanListMember(services, id, accountId)),
      invalidatesTags: (_list, problem) => (problem ? [] : ['FanLists']),
    }),
    getMassMessageCap: build.query<Cap, void>({
      queryFn: queryWith(getMassMessageCap),
      providesTags: ['MassMessageCap'],
    }),
    setMassMessageCap: build.mutation<Cap, number | null>({
      queryFn: queryWith(setMassMessageCap),
      invalidatesTags: (_cap, problem) => (problem ? [] : ['MassMessageCap']),
    }),
  }),
});

export const {
  useListFanListsInfiniteQuery,
  useListFanListMembersInfiniteQuery,
  useCreateFanListMutation,
  useRenameFanListMutation,
  useDeleteFanListMutation,
  useAddFanListMemberMutation,
  useRemoveFanListMemberMutation,
  useGetMassMessageCapQuery,
  useSetMassMessageCapMutation,
} = fanListsApi;
