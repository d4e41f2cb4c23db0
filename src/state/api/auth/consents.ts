import type { ReplyOf } from '#contract/core/registry.ts';
import { acceptPages, listAgreedPages } from '#services/people/auth/consents.ts';
import type { BodyOf } from '#services/http/call.ts';
import { api } from '../../query/api.ts';
import { queryWith } from '../../query/query-adapter.ts';

const consentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAgreedPages: build.query<ReplyOf<'GET /auth/consents'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listAgreedPages(services, signal)),
      keepUnusedDataFor: 0,
    }),
    acceptPages: build.mutation<{ success: true }, BodyOf<'POST /auth/consents'>>({
      queryFn: queryWith(acceptPages),
    }),
  }),
});

export const { useListAgreedPagesQuery, useAcceptPagesMutation } = consentApi;
