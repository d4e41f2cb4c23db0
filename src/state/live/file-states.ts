import { addToStore } from '../late-reducers.ts';
import { loggedOut } from '../session/auth.ts';
import { live } from './live-events.ts';
import { createSlice } from '../slice.ts';

/** How far the server is with a file, as its last event told. */
export interface FileProgress {
  readonly state: string;
  readonly percent: number;
}
export type FileStates = Readonly<Record<string, FileProgress>>;

const initialState: FileStates = {};
/** Enough for everything that one page follows. */
const kept = 100;

/** What the live connection told of files while they were being processed. It comes with the part that uploads. */
export const fileStates = addToStore(
  createSlice({
    name: 'fileStates',
    initialState,
    reducers: {},
    extraReducers: (builder) =>
      builder
        .addCase(live['file/state'], (states, { payload: { fileId, state, percent } }): FileStates => {
          const { [fileId]: _before, ...others } = states;
          return Object.fromEntries(
            [...Object.entries(others), [fileId, { state, percent }] as const].slice(-kept),
          );
        })
        .addCase(loggedOut, () => initialState),
    selectors: { selectFileStates: (states) => states },
  }),
);

export const { selectFileStates } = fileStates.selectors;
