import type { ReplyOf } from '#contract/core/registry.ts';
import type { PinnableList, PinnedView } from '#contract/across/pinned-views.ts';
import {
  listPinnedViews,
  pinView,
  removePinnedView,
  renamePinnedView,
} from '#services/across/pinned-views.ts';
import type { BodyOf } from '#services/http/call.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

/** Filters of the studio's lists that a creator pinned. */
const pinnedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPinnedViews: build.query<ReplyOf<'GET /performer/pinned-views'>, { readonly list: PinnableList }>({
      queryFn: queryWith(listPinnedViews),
      providesTags: ['PinnedViews'],
    }),
    pinView: build.mutation<PinnedView, BodyOf<'POST /performer/pinned-views'>>({
      queryFn: queryWith(pinView),
      invalidatesTags: (_made, problem) => (problem ? [] : ['PinnedViews']),
    }),
    renamePinnedView: build.mutation<PinnedView, { readonly id: string; readonly name: string }>({
      queryFn: queryWith(renamePinnedView),
      invalidatesTags: (_renamed, problem) => (problem ? [] : ['PinnedViews']),
    }),
    removePinnedView: build.mutation<{ success: true }, string>({
      queryFn: queryWith(removePinnedView),
      // Also after a failure: it may have been removed elsewhere.
      invalidatesTags: ['PinnedViews'],
    }),
  }),
});

export const {
  useListPinnedViewsQuery,
  usePinViewMutation,
  useRenamePinnedViewMutation,
  useRemovePinnedViewMutation,
} = pinnedViewsApi;
