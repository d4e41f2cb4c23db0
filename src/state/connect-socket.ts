import { limits } from '#config/limits';
import { whenIdle } from '#lib/when-idle';
import type { Connect } from './live-socket.ts';

/** The options of the live connection (specification sections 7 and 9). */
export const socketOptions = (token: string | null) => ({
  transports: ['websocket', 'polling'],
  reconnection: true,
  reconnectionAttempts: Infinity,
  reconnectionDelay: limits.reconnection.initialDelayMs,
  reconnectionDelayMax: limits.reconnection.maximumDelayMs,
  // Listeners attach before the connection opens; the channel opens it.
  autoConnect: false,
  // A new account never travels over the connection of the one before.
  forceNew: true,
  ...(token === null ? {} : { query: { token } }),
});

const loaded = () => new Promise<void>((go) => void whenIdle(go, 1_000));

/** socket.io's client comes with the first connection, after the page: nobody who isn't logged in pays for it. */
export const connectTo =
  (origin: string, ready?: Promise<unknown>): Connect =>
  async (token) => {
    await Promise.all([ready, loaded()]);
    const { io } = await import('socket.io-client');
    return io(origin, socketOptions(token));
  };
