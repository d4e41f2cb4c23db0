import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { errorCode, errorMessage, StartError } from './start-error.ts';

export interface Place {
  readonly port: number;
  readonly host: string | undefined;
  /** The setting that names the port; PORT if absent. */
  readonly setting?: 'PORT' | 'METRICS_PORT';
}

/**
 * Listens on the port and returns it (0 picks any free port).
 * @throws StartError
 */
export async function listen(server: Server, place: Place): Promise<number> {
  const { port, host } = place;
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(new StartError(explain(error, place)));
    server.once('error', failed);
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', failed);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** A port that is unused now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, { port: 0, host: undefined });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Checks early that the port is free, before anything slow is started.
 * @throws StartError
 */
export async function checkPort(place: Place): Promise<void> {
  if (place.port === 0) return;
  const probe = createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}

function explain(error: Error, { port, host, setting = 'PORT' }: Place): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use: stop what uses it, or set another ${setting}.`;
    case 'EACCES':
      return `This user may not listen on port ${port}: set ${setting} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${setting === 'PORT' ? 'HOST' : 'METRICS_HOST'} ${host ?? ''} isn't an address of this machine.`;
    default:
      return `Can't listen on port ${port}: ${errorMessage(error)}`;
  }
}
