import type { ReplyOf } from '#contract/core/registry.ts';
import { setTimeZone } from '#services/people/accounts.ts';
import type { BodyOf } from '#services/http/call.ts';
import { api } from '../../query/api.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { currentUserChanged } from '../../session/user.ts';

const timeZoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The figures that are shown were cut in another zone. */
    setTimeZone: build.mutation<ReplyOf<'PUT /users/time-zone'>, BodyOf<'PUT /users/time-zone'>>({
      queryFn: queryWith(setTimeZone),
      async onQueryStarted(_arg, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(currentUserChanged(answer.data));
      },
      invalidatesTags: (reply) => (reply ? ['Earnings', 'Subscribers', 'Followers'] : []),
    }),
  }),
});

export const { useSetTimeZoneMutation } = timeZoneApi;
