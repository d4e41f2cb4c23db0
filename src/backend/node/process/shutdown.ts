import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Shutting down must finish within ten seconds, of which the database may need two. */
const patienceMs = 6_000;

/**
 * Stops accepting connections and waits until requests in progress are answered. Cuts them after six seconds,
 * or when `hurry` is aborted.
 */
export async function drain(server: Server, hurry: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const over = AbortSignal.any([hurry, AbortSignal.timeout(patienceMs)]);
  const cut = () => server.closeAllConnections();
  over.addEventListener('abort', cut, { once: true });
  if (over.aborted) cut();
  // A keep-alive connection would delay closing the server for a minute.
  const idle = setInterval(() => server.closeIdleConnections(), 25);
  await closed;
  clearInterval(idle);
  over.removeEventListener('abort', cut);
}

/** Waits until the proxy in front has noticed that this process isn't ready anymore, or until `hurry`. */
export const leave = (ms: number, hurry: AbortSignal): Promise<void> =>
  ms > 0 ? sleep(ms, undefined, { signal: hurry }).catch(() => {}) : Promise.resolve();
