import type { ServerEvents } from '#contract/core/events.ts';
import { createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

export type PrivateStreamRequest = ServerEvents['private-stream/requested'];
/** A meter as the server last told it, and when. */
export type ReportedMeter = Pick<ServerEvents['private-stream/meter'], 'meter' | 'at'>;

const initialState: {
  readonly requests: readonly PrivateStreamRequest[];
  readonly meters: Readonly<Record<string, ReportedMeter>>;
} = { requests: [], meters: {} };
const without = (requests: readonly PrivateStreamRequest[], conversationId: string) =>
  requests.filter((each) => each.conversationId !== conversationId);

/**
 * Pending requests for a private stream, oldest first, and the meters of running ones. A request is removed once
 * it is answered or has ended.
 */
const privateStreamSlice = createSlice({
  name: 'privateStream',
  initialState,
  reducers: {
    /** The creator’s page of requests opened, or its events were interrupted. */
    requestsWanted: () => {},
    requestsLoaded: (state, { payload }: PayloadAction<readonly PrivateStreamRequest[]>) => {
      state.requests = [...payload];
    },
  },
  extraReducers: (builder) => {
    const settled = (
      state: Draft<typeof initialState>,
      { payload }: PayloadAction<{ readonly conversationId: string; readonly streamId: string }>,
    ) => {
      state.requests = without(state.requests, payload.conversationId);
    };
    builder
      .addCase(live['private-stream/requested'], (state, { payload }) => {
        state.requests = [...without(state.requests, payload.conversationId), payload];
      })
      .addCase(live['private-stream/meter'], (state, { payload: { streamId, meter, at } }) => {
        state.meters[streamId] = { meter, at };
      })
      .addCase(live['private-stream/accepted'], settled)
      .addCase(live['private-stream/declined'], settled)
      .addCase(live['private-stream/ended'], settled)
      .addCase(loggedOut, () => initialState);
  },
  selectors: {
    selectPrivateStreamRequests: (state) => state.requests,
    selectReportedMeter: (state, streamId: string) => state.meters[streamId],
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof privateStreamSlice> {}
}
const injected = privateStreamSlice.injectInto(rootReducer);

export const { requestsWanted, requestsLoaded } = privateStreamSlice.actions;
export const { selectPrivateStreamRequests, selectReportedMeter } = injected.selectors;
