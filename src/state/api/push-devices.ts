import type { PushDevice } from '#contract/people/notifications.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { BodyOf } from '#services/http/call.ts';
import {
  addPushDevice,
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '#services/people/notifications.ts';
import { queryWith } from '../query/query-adapter.ts';
import { api } from '../query/api.ts';

/** The browsers that receive the user's push notifications. */
export const pushDevicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPushDevices: build.query<ReplyOf<'GET /notifications/push'>, void>({
      queryFn: queryWith((services, _arg: void, signal) => listPushDevices(services, signal)),
      providesTags: ['PushDevices'],
      keepUnusedDataFor: 0,
    }),
    addPushDevice: build.mutation<PushDevice, BodyOf<'POST /notifications/push'>>({
      queryFn: queryWith(addPushDevice),
      invalidatesTags: ['PushDevices'],
    }),
    removePushDevice: build.mutation<{ success: true }, string>({
      queryFn: queryWith(removePushDevice),
      invalidatesTags: ['PushDevices'],
    }),
    testPushDevice: build.mutation<{ success: true }, string>({
      queryFn: queryWith(testPushDevice),
      // A refusal can mean that the device was removed.
      invalidatesTags: (_sent, problem) => (problem ? ['PushDevices'] : []),
    }),
  }),
});

export const {
  useListPushDevicesQuery,
  useAddPushDeviceMutation,
  useRemovePushDeviceMutation,
  useTestPushDeviceMutation,
} = pushDevicesApi;
