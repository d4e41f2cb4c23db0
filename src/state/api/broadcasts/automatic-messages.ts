import type { AutomaticKind, AutomaticMessage } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { BodyOf } from '#services/http/call.ts';
import { listAutomaticMessages, setAutomaticMessage } from '#services/trade/broadcasts/automatic-messages.ts';
import { queryWith } from '../../query/query-adapter.ts';
import { api } from '../../query/api.ts';

interface Change {
  readonly kind: AutomaticKind;
  readonly body: BodyOf<'PUT /automatic-messages/:kind'>;
}

/** The messages that fans of a creator get by themselves. */
export const automaticMessagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAutomaticMessages: build.query<{ data: AutomaticMessage[] }, void>({
      queryFn: queryWith(listAutomaticMessages),
      providesTags: ['AutomaticMessages'],
    }),
    setAutomaticMessage: build.mutation<AutomaticMessage, Change>({
      queryFn: queryWith((services, { kind, body }) => setAutomaticMessage(services, kind, body)),
      invalidatesTags: (_set, problem) => (problem ? [] : ['AutomaticMessages']),
    }),
  }),
});

export const { useListAutomaticMessagesQuery, useSetAutomaticMessageMutation } = automaticMessagesApi;
