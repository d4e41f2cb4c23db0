import type { FanPanel } from '#contract/trade/broadcasts/fan-panel.ts';
import type { BodyOf } from '#services/http/call.ts';
import { getFanPanel, setFanNote } from '#services/trade/broadcasts/fan-panel.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

interface NoteChange {
  readonly conversationId: string;
  readonly body: BodyOf<'PUT /conversations/:id/fan/note'>;
}

/** What a creator knows about the other person of a conversation. */
export const fanPanelApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFanPanel: build.query<FanPanel, string>({
      queryFn: queryWith(getFanPanel),
      providesTags: ['FanPanel', 'Earnings', 'Subscribers', 'Followers', 'FanLists'],
      keepUnusedDataFor: 0,
    }),
    setFanNote: build.mutation<{ note: string }, NoteChange>({
      queryFn: queryWith((services, { conversationId, body }) => setFanNote(services, conversationId, body)),
      // Also after a conflict: the note that was saved elsewhere is shown then.
      invalidatesTags: ['FanPanel'],
    }),
  }),
});

export const { useGetFanPanelQuery, useSetFanNoteMutation } = fanPanelApi;
