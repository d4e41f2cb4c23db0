import type { ReplyOf } from '#contract/core/registry.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getCalendar } from '#services/money/earnings.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

export type Calendar = ReplyOf<'GET /performer/calendar'>;

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCalendar: build.query<Calendar, QueryOf<'GET /performer/calendar'>>({
      queryFn: queryWith(getCalendar),
      providesTags: ['OwnPosts', 'OwnStreams', 'Broadcasts'],
    }),
  }),
});

export const { useGetCalendarQuery } = calendarApi;
