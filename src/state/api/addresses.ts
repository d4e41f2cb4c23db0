import type { Address } from '#contract/people/addresses.ts';
import type { BodyOf } from '#services/http/call.ts';
import { createAddress, deleteAddress, listAddresses, updateAddress } from '#services/people/addresses.ts';
import { queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/** The most addresses an account can have, so one page holds all of them. */
const all = { limit: 100 };

export const addressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAddresses: build.query<{ data: Address[]; total: number }, void>({
      queryFn: queryWith((services, _arg: void, signal) => listAddresses(services, all, signal)),
      providesTags: ['Addresses'],
    }),
    createAddress: build.mutation<Address, BodyOf<'POST /addresses/create'>>({
      queryFn: queryWith(createAddress),
      invalidatesTags: (_address, problem) => (problem ? [] : ['Addresses']),
    }),
    updateAddress: build.mutation<
      Address,
      {
        readonly id: string;
        readonly body: BodyOf<'PUT /addresses/:id'>;
        readonly version?: string | undefined;
      }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updateAddress(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_address, problem) => (problem ? [] : ['Addresses']),
    }),
    deleteAddress: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteAddress),
      invalidatesTags: ['Addresses'],
    }),
  }),
});

export const {
  useListAddressesQuery,
  useCreateAddressMutation,
  useUpdateAddressMutation,
  useDeleteAddressMutation,
} = addressesApi;
