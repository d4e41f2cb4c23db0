import { limits } from '#config/limits.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { Connect } from './live-socket.ts';

const transports = ['websocket', 'polling'];

/** The options of the live connection (specification sections 7 and 9). */
export const socketOptions = (token: string | null) => ({
  transports,
  // Falls back to polling if a proxy rejects websockets; by default only the first transport is tried.
  tryAllTransports: true,
  reconnection: true,
  reconnectionAttempts: Infinity,
  reconnectionDelay: limits.reconnection.initialDelayMs,
  reconnectionDelayMax: limits.reconnection.maximumDelayMs,
  // The channel connects after its listeners are attached.
  autoConnect: false,
  // A new account must not reuse the connection of the previous one.
  forceNew: true,
  ...(token === null ? {} : { query: { token } }),
});

/** A socket.io client that isn't connected yet. */
export async function socketTo(origin: string, token: string | null) {
  const { io } = await import('socket.io-client');
  const socket = io(origin, socketOptions(token));
  // A proxy that silently drops websocket traffic makes the whole attempt fail, so each attempt starts with
  // the other transport.
  socket.on('connect_error', () => (socket.io.opts.transports = socket.io.opts.transports?.toReversed()));
  socket.on('connect', () => (socket.io.opts.transports = transports));
  return socket;
}

const loaded = () => new Promise<void>((go) => void whenIdle(go, 1_000));

/** Loads socket.io's client after the page, with the first connection, so that visitors never download it. */
export const connectTo =
  (origin: string, ready?: Promise<unknown>): Connect =>
  async (token) => {
    await Promise.all([ready, loaded()]);
    return socketTo(origin, token);
  };
