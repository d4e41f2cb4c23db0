import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from '../../kernel/networks.ts';
import type { Log } from '../../ports/ports.ts';

/**
 * Closes connections beyond `max` from one address before reading from them, so that one address can't use up
 * all of them. Counts every kind, WebSockets too. 0 means unlimited.
 */
export function limitConnections(server: Server, max: number, log: Pick<Log, 'warn'>): void {
  if (max === 0) return;
  const held = new Map<string, { count: number; isLogged: boolean }>();
  server.prependListener('connection', (socket: Socket) => {
    const network = toNetwork({ ip: socket.remoteAddress ?? '' });
    const entry = held.get(network) ?? { count: 0, isLogged: false };
    if (entry.count >= max) {
      if (!entry.isLogged)
        log.warn(
          'An address holds as many connections as MAX_CONNECTIONS_PER_ADDRESS allows; further ones are closed. If it is a proxy of yours, set TRUSTED_PROXIES.',
          { address: network, max },
        );
      entry.isLogged = true;
      socket.destroy();
      return;
    }
    entry.count += 1;
    held.set(network, entry);
    socket.once('close', () => {
      entry.count -= 1;
      if (entry.count === 0) held.delete(network);
    });
  });
}
