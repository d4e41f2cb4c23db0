import { buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import type { UnknownAction } from 'redux';
import type { ConnectionSignal } from './connection.ts';
import { live, serverEvents } from './live-events.ts';
import type { Listener, LiveSocket, ManagerEvent } from './live-socket.ts';

/** What the socket emits: a change of the connection, or an event from the server. */
export type LiveNews =
  | { readonly kind: 'signal'; readonly signal: ConnectionSignal; readonly reason?: string }
  | { readonly kind: 'event'; readonly action: UnknownAction };

const managerSignals = {
  reconnect_attempt: 'reconnecting',
  reconnect: 'reconnect',
  reconnect_failed: 'reconnect_failed',
} as const satisfies Record<ManagerEvent, ConnectionSignal>;
const managerEvents = Object.keys(managerSignals) as ManagerEvent[];

/**
 * Opens the socket and emits what it receives, in order. Server events are listened to only while connected
 * (specification section 4). Closing the channel closes the socket.
 */
export function liveChannel(socket: LiveSocket): EventChannel<LiveNews> {
  return eventChannel<LiveNews>((tell) => {
    const signal = (name: ConnectionSignal, reason?: unknown) =>
      tell({ kind: 'signal', signal: name, ...(typeof reason === 'string' ? { reason } : {}) });
    const eventListeners = serverEvents.map(
      (event) =>
        [
          event,
          (payload: unknown) => tell({ kind: 'event', action: live[event](payload as never) }),
        ] as const,
    );
    // A second `connect` without a `disconnect` must not attach the listeners twice.
    const unlisten = () => eventListeners.forEach(([event, listener]) => socket.off(event, listener));
    const listen = () => (
      unlisten(),
      eventListeners.forEach(([event, listener]) => socket.on(event, listener))
    );
    const own: readonly (readonly [string, Listener])[] = [
      ['connect', () => (listen(), signal('connect'))],
      ['disconnect', (reason) => (unlisten(), signal('disconnect', reason))],
      ['connect_error', () => signal('error')],
    ];
    const managerListeners = managerEvents.map(
      (event) => [event, () => signal(managerSignals[event])] as const,
    );
    own.forEach(([event, listener]) => socket.on(event, listener));
    managerListeners.forEach(([event, listener]) => socket.io.on(event, listener));
    socket.connect();
    return () => {
      unlisten();
      own.forEach(([event, listener]) => socket.off(event, listener));
      managerListeners.forEach(([event, listener]) => socket.io.off(event, listener));
      socket.close();
    };
    // Without a buffer, a channel drops what arrives while the saga is busy.
  }, buffers.expanding(32));
}
