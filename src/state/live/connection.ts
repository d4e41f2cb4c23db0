import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import { loggedOut } from '../session/auth.ts';

/** The five of the specification's section 3. */
export type ConnectionStatus = 'initialized' | 'connected' | 'disconnected' | 'reconnecting' | 'failed';
/** What the socket says of itself. */
export type ConnectionSignal =
  | 'connect'
  | 'disconnect'
  | 'error'
  | 'reconnecting'
  | 'reconnect'
  | 'reconnect_failed';

export interface ConnectionState {
  /** null while nobody is logged in: then there is no connection. */
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

export const connection = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionInitialized: (): ConnectionState => ({ status: 'initialized' }),
    connectionSignalled: (_state, { payload }: PayloadAction<ConnectionSignal>): ConnectionState => ({
      status: statusAfter[payload],
    }),
    /** From now on events are heard: what happened before, since the page loaded (`first`) or during a cut, has to be fetched. */
    connectionRestored: (state, _action: PayloadAction<{ readonly first: boolean }>) => state,
  },
  extraReducers: (builder) => builder.addCase(loggedOut, () => initialState),
  selectors: { selectConnection: (state) => state.status },
});

export const { connectionInitialized, connectionSignalled, connectionRestored } = connection.actions;
export const { selectConnection } = connection.selectors;
