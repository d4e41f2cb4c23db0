import { limits } from '#config/limits.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { Connect } from './live-socket.ts';

const transports = ['websocket', 'polling'];

/** The options of the live connection (specification sections 7 and 9). */
export const socketOptions = (token: string | null) => ({
  transports,
  // A proxy that refuses websockets leaves polling; without this only the first is ever tried.
  tryAllTransports: true,
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

/** socket.io's client, not connected yet. */
export async function socketTo(origin: string, token: string | null) {
  const { io } = await import('socket.io-client');
  const socket = io(origin, socketOptions(token));
  // A proxy that swallows websockets without a word takes the whole try with it: the next one polls first,
  // and so on in turns.
  socket.on('connect_error', () => (socket.io.opts.transports = socket.io.opts.transports?.toReversed()));
  socket.on('connect', () => (socket.io.opts.transports = transports));
  return socket;
}

const loaded = () => new Promise<void>((go) => void whenIdle(go, 1_000));

/**
 * socket.io's client comes with the first connection, after the page: nobody who isn't logged in pays for it.
 */
export const connectTo =
  (origin: string, ready?: Promise<unknown>): Connect =>
  async (token) => {
    await Promise.all([ready, loaded()]);
    return socketTo(origin, token);
  };
