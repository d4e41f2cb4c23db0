import { createAction, createSlice } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';

/** The actions of `live` by name only, because a page's first bundle doesn't have their creators. */
const named = (event: string) => createAction<{ readonly streamId: string }>(`live/${event}`);

interface Removals {
  /** Streams that the server took from the viewer while they watched. Buying a ticket brings one back. */
  readonly ids: readonly string[];
  /** The creator's own stream, and how often it has moved to another tab or device. */
  readonly turn: { readonly streamId: string; readonly turn: number } | null;
}
const initialState: Removals = { ids: [], turn: null };

/** What the server took from this tab. */
const removalsSlice = createSlice({
  name: 'streamRemovals',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(named('stream/removed'), (state, { payload: { streamId } }) => {
        if (!state.ids.includes(streamId)) state.ids.push(streamId);
      })
      .addCase(
        createAction<{ readonly streamId: string; readonly turn: number }>('live/stream/taken-over'),
        (state, { payload }) => void (state.turn = payload),
      )
      .addCase(createAction('live/access/changed'), (state) => void (state.ids = []))
      .addCase(loggedOut, () => initialState),
  selectors: {
    selectIsRemoved: (state, streamId: string): boolean => state.ids.includes(streamId),
    selectTurn: (state) => state.turn,
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof removalsSlice> {}
}
const injected = removalsSlice.injectInto(rootReducer);
export const { selectIsRemoved, selectTurn } = injected.selectors;
