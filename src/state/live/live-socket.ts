export type Listener = (...values: unknown[]) => void;

export type ManagerEvent = 'reconnect_attempt' | 'reconnect' | 'reconnect_failed';

/** What we use of a socket.io client socket; a test brings its own. */
export interface LiveSocket {
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  emit(event: string, ...values: unknown[]): unknown;
  connect(): unknown;
  close(): unknown;
  /** The manager, which speaks of attempts to reconnect. */
  readonly io: {
    on(event: ManagerEvent, listener: Listener): unknown;
    off(event: ManagerEvent, listener: Listener): unknown;
  };
}

/** Opens a socket that authenticates by that token, given as a query parameter when there is one. */
export type Connect = (token: string | null) => Promise<LiveSocket>;
