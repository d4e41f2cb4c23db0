import type { Address } from '#contract/addresses';
import type { BodyOf } from '#services/call';
import { createAddress, deleteAddress, listAddresses, updateAddress } from '#services/addresses';
import { asks } from './api-asking.ts';
import { api } from './api.ts';

/** As many as anybody may keep. */
const all = { limit: 100 };

/** Where parcels go. */
export const addressesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAddresses: build.query<{ data: Address[]; total: number }, void>({
      queryFn: asks((services, _arg: void, signal) => listAddresses(services, all, signal)),
      providesTags: ['Addresses'],
    }),
    createAddress: build.mutation<Address, BodyOf<'POST /addresses/create'>>({
      queryFn: asks(createAddress),
      invalidatesTags: (_address, problem) => (problem ? [] : ['Addresses']),
    }),
    updateAddress: build.mutation<
      Address,
      { readonly id: string; readonly body: BodyOf<'PUT /addresses/:id'> }
    >({
      queryFn: asks((services, { id, body }) => updateAddress(services, id, body)),
      invalidatesTags: (_address, problem) => (problem ? [] : ['Addresses']),
    }),
    deleteAddress: build.mutation<{ success: true }, string>({
      queryFn: asks(deleteAddress),
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
