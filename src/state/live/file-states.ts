import { createSlice } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from './live-events.ts';

/** How far the server is with a file, as its last event told. */
export interface FileProgress {
  readonly state: string;
  readonly percent: number;
}
export type FileStates = Readonly<Record<string, FileProgress>>;

const initialState: FileStates = {};
/** Enough for everything that one page follows. */
const kept = 100;

/**
 * What the live connection told of files while they were being processed. It comes with the part that
 * uploads.
 */
const fileStatesSlice = createSlice({
  name: 'fileStates',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(live['file/state'], (states, { payload: { fileId, state, percent } }) => {
        // Taken out first, so that the newest stands last.
        delete states[fileId];
        states[fileId] = { state, percent };
        for (const oldest of Object.keys(states).slice(0, -kept)) delete states[oldest];
      })
      .addCase(loggedOut, () => initialState),
  selectors: { selectFileStates: (states) => states },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof fileStatesSlice> {}
}
const injected = fileStatesSlice.injectInto(rootReducer);

export const { selectFileStates } = injected.selectors;
