import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { NetConnectOpts, Server, Socket } from 'node:net';

/**
 * A connection between a program and a server (PostgreSQL, Redis) that tests can cut, freeze, or make lose
 * responses.
 */
export interface Relay {
  readonly port: number;
  /** Closes every connection and refuses new ones until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Silently drops all traffic until `thaw`. */
  freeze(): void;
  thaw(): void;
  /**
   * Cuts the next connection that sends a matching text, after the server's response but before passing it
   * on.
   */
  loseAnswerTo(pattern: RegExp): void;
}

/** `target` may be a function, asked for each new connection. */
export async function relayTo(target: NetConnectOpts | (() => NetConnectOpts)): Promise<Relay> {
  const sockets = new Set<Socket>();
  let [frozen, lost] = [false, null as RegExp | null];
  const join = (near: Socket) => {
    const far = connect(typeof target === 'function' ? target() : target);
    let loses = false;
    const end = () => [near, far].forEach((socket) => socket.destroy());
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => (sockets.delete(socket), end()));
      if (frozen) socket.pause();
    }
    near.on('data', (chunk: Buffer) => {
      if (lost?.test(chunk.toString('latin1'))) [loses, lost] = [true, null];
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => (loses ? end() : near.write(chunk)));
  };
  let server: Server;
  let port = 0;
  const listen = async () => {
    server = createServer(join);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    ({ port } = server.address() as { port: number });
  };
  await listen();
  return {
    port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: listen,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    loseAnswerTo(pattern) {
      lost = pattern;
    },
  };
}
