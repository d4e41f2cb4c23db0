import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const sockets: Socket[] = [];

/** Opens a raw connection and collects what it receives; `ended` resolves once the server has closed it. */
export function dial(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString())).on('error', () => {});
  const ended = new Promise<string>((resolve) => void socket.once('close', () => resolve(heard)));
  const says = async (pattern: RegExp) => {
    while (!pattern.test(heard) && !socket.closed) await sleep(5);
    return heard;
  };
  return {
    socket,
    ended,
    says,
    write: (text: string | Uint8Array) => void socket.write(text),
    closed: () => socket.closed,
  };
}
/** The head of a request as sent on the wire. */
export const head = (start: string, headers: Record<string, string | number>) =>
  `${start} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Closes all connections. */
export function hangUp(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}
