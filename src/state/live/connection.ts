import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { loggedOut } from '../session/auth.ts';

/** The five states of specification section 3. */
export type ConnectionStatus = 'initialized' | 'connected' | 'disconnected' | 'reconnecting' | 'failed';
/** What the socket reports about its connection. */
export type ConnectionSignal =
  | 'connect'
  | 'disconnect'
  | 'error'
  | 'reconnecting'
  | 'reconnect'
  | 'reconnect_failed';

export interface ConnectionState {
  /** Null while logged out, because there is no connection then. */
  readonly status: ConnectionStatus | null;
}

/** Specification section 4. */
const statusAfter: Readonly<Record<ConnectionSignal, ConnectionStatus>> = {
  connect: 'connected',
  disconnect: 'disconnected',
  error: 'failed',
  reconnecting: 'reconnecting',
  reconnect: 'connected',
  reconnect_failed: 'failed',
};

const initialState: ConnectionState = { status: null };

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionInitialized: (state) => {
      state.status = 'initialized';
    },
    connectionSignalled: (state, { payload }: PayloadAction<ConnectionSignal>) => {
      state.status = statusAfter[payload];
    },
    /**
     * Events are being received from now on. Earlier ones, since the page loaded (`first`) or during a
     * disconnect, have to be fetched.
     */
    connectionRestored: (state, _action: PayloadAction<{ readonly first: boolean }>) => state,
    /** Something that was missed couldn't be fetched, so it has to be tried again. */
    catchUpFailed: (state) => state,
  },
  extraReducers: (builder) => builder.addCase(loggedOut, () => initialState),
  selectors: { selectConnection: (state) => state.status },
});

export const { connectionInitialized, connectionSignalled, connectionRestored, catchUpFailed } =
  connectionSlice.actions;
export const { selectConnection } = connectionSlice.selectors;
