import { createSlice } from '../slice.ts';
import type { ServerEvents } from '#contract/core/events.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from '../live/live-events.ts';

export type PrivateStreamRequest = ServerEvents['private-stream/requested'];

const initialState: { readonly requests: readonly PrivateStreamRequest[] } = { requests: [] };
const without = (requests: readonly PrivateStreamRequest[], conversationId: string) =>
  requests.filter((each) => each.conversationId !== conversationId);

/** Who asks a creator for a private stream, oldest first; an answered or ended request goes. */
export const privateStream = addToStore(
  createSlice({
    name: 'privateStream',
    initialState,
    reducers: {},
    extraReducers: (builder) => {
      const settled = (state: typeof initialState, { payload }: { payload: { conversationId: string } }) => ({
        requests: without(state.requests, payload.conversationId),
      });
      builder
        .addCase(live['private-stream/requested'], (state, { payload }) => ({
          requests: [...without(state.requests, payload.conversationId), payload],
        }))
        .addCase(live['private-stream/accepted'], settled)
        .addCase(live['private-stream/declined'], settled)
        .addCase(live['private-stream/ended'], settled)
        .addCase(loggedOut, () => initialState);
    },
    selectors: { selectPrivateStreamRequests: (state) => state.requests },
  }),
);

export const { selectPrivateStreamRequests } = privateStream.selectors;
