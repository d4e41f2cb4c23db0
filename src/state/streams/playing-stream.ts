import { createAction, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';

interface PlayingStream {
  /** What this tab plays, on the stream's page or in the mini player. Private streams are never here. */
  readonly stream: Stream | null;
}
const initialState: PlayingStream = { stream: null };

/** The one public stream that keeps playing when its viewer goes on to another page. */
const playingStreamSlice = createSlice({
  name: 'playingStream',
  initialState,
  reducers: {
    /** Starting another stream takes the place of the one before. */
    streamPlayed: (_state, { payload }: PayloadAction<Stream>) => ({ stream: payload }),
    /** Does nothing if another stream is playing. */
    streamPutAway: (state, { payload }: PayloadAction<string>) =>
      state.stream?._id === payload ? initialState : state,
  },
  extraReducers: (builder) =>
    builder
      // By name only, because a page's first bundle doesn't have the creators of live events.
      .addCase(
        createAction<{ readonly streamId: string }>('live/stream/removed'),
        (state, { payload: { streamId } }) => (state.stream?._id === streamId ? initialState : state),
      )
      .addCase(loggedOut, () => initialState),
  selectors: { selectPlayingStream: (state) => state.stream },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof playingStreamSlice> {}
}
const injected = playingStreamSlice.injectInto(rootReducer);
export const { streamPlayed, streamPutAway } = playingStreamSlice.actions;
export const { selectPlayingStream } = injected.selectors;
