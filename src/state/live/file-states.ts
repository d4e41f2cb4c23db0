import { createSlice } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from './live-events.ts';

/** The processing state of a file as of its last event. */
export interface FileProgress {
  readonly state: string;
  readonly percent: number;
}
export type FileStates = Readonly<Record<string, FileProgress>>;

const initialState: FileStates = {};
/** The most files to remember; enough for what one page follows. */
const maxStates = 100;

/** Processing states of files from the live connection. Loaded with the upload components. */
const fileStatesSlice = createSlice({
  name: 'fileStates',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(live['file/state'], (states, { payload: { fileId, state, percent } }) => {
        // Delete before inserting, so that the newest entry is last.
        delete states[fileId];
        states[fileId] = { state, percent };
        for (const oldest of Object.keys(states).slice(0, -maxStates)) delete states[oldest];
      })
      .addCase(loggedOut, () => initialState),
  selectors: { selectFileStates: (states) => states },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof fileStatesSlice> {}
}
const injected = fileStatesSlice.injectInto(rootReducer);

export const { selectFileStates } = injected.selectors;
