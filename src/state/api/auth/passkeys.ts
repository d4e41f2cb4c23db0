import type { Passkey } from '#contract/people/auth/passkeys.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '#services/people/auth/passkeys.ts';
import type { BodyOf } from '#services/http/call.ts';
import { api } from '../../query/api.ts';
import { queryWith } from '../../query/query-adapter.ts';

const passkeyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPasskeys: build.query<ReplyOf<'GET /auth/passkeys'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listPasskeys(services, signal)),
      providesTags: ['Passkeys'],
      keepUnusedDataFor: 0,
    }),
    addPasskey: build.mutation<Passkey, BodyOf<'POST /auth/passkeys'>>({
      queryFn: queryWith(addPasskey),
      invalidatesTags: ['Passkeys'],
    }),
    renamePasskey: build.mutation<Passkey, { readonly id: string; readonly name: string }>({
      queryFn: queryWith(renamePasskey),
      invalidatesTags: ['Passkeys'],
    }),
    removePasskey: build.mutation<{ success: true }, string>({
      queryFn: queryWith(removePasskey),
      invalidatesTags: ['Passkeys'],
    }),
  }),
});

export const {
  useListPasskeysQuery,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = passkeyApi;
