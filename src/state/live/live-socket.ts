export type Listener = (...values: unknown[]) => void;

export type ManagerEvent = 'reconnect_attempt' | 'reconnect' | 'reconnect_failed';

/** The part of a socket.io client that we use; tests provide their own. */
export interface LiveSocket {
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  emit(event: string, ...values: unknown[]): unknown;
  connect(): unknown;
  close(): unknown;
  /** The manager, which reports reconnection attempts. */
  readonly io: {
    on(event: ManagerEvent, listener: Listener): unknown;
    off(event: ManagerEvent, listener: Listener): unknown;
  };
}

/** Opens a socket that authenticates with the token as a query parameter, if there is one. */
export type Connect = (token: string | null) => Promise<LiveSocket>;
