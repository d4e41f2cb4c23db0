import type { Server } from 'node:http';

/** Everything must be over in ten seconds; the database needs up to two of them. */
const patienceMs = 6_000;

/**
 * Stops taking connections and waits until the requests under way are answered; six seconds on, or when told
 * to `hurry`, it cuts them.
 */
export async function drain(server: Server, hurry: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const over = AbortSignal.any([hurry, AbortSignal.timeout(patienceMs)]);
  const cut = () => server.closeAllConnections();
  over.addEventListener('abort', cut, { once: true });
  if (over.aborted) cut();
  // A connection kept open for a next request would hold the server up for a minute.
  const idle = setInterval(() => server.closeIdleConnections(), 25);
  await closed;
  clearInterval(idle);
  over.removeEventListener('abort', cut);
}
