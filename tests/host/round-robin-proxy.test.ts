import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RoundRobinProxy, roundRobinProxy } from '../setup/round-robin-proxy.ts';

/* Tests the proxy that other tests rely on. */
const servers: HttpServer[] = [];
const proxies: RoundRobinProxy[] = [];
let urls: string[] = [];

async function serve(name: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        response.setHeader('Set-Cookie', ['a=1', 'b=2']);
        response.end(
          JSON.stringify({
            name,
            said: Buffer.concat(chunks).toString(),
            from: request.headers['x-forwarded-for'],
          }),
        );
      });
  });
  new Server(server).on('connection', (socket) =>
    socket.on('who', (answer: (said: string) => void) => answer(name)),
  );
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
const proxy = async (...given: Parameters<typeof roundRobinProxy>) => {
  const made = await roundRobinProxy(...given);
  proxies.push(made);
  return made;
};
const bodyOf = async (url: string, init?: RequestInit) =>
  (await (await fetch(url, init)).json()) as { name: string; said: string; from: string };

beforeAll(async () => {
  urls = [await serve('one'), await serve('two')];
});
afterAll(async () => {
  await Promise.all(proxies.map((each) => each.close()));
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

test("alternates, and forwards bodies, headers and the visitor's address", async () => {
  const between = await proxy(urls);
  const said = [];
  for (const text of ['a', 'b', 'c', 'd'])
    said.push(await bodyOf(between.url, { method: 'POST', body: text }));
  expect(said.map((each) => [each.name, each.said, each.from])).toEqual([
    ['one', 'a', '127.0.0.1'],
    ['two', 'b', '127.0.0.1'],
    ['one', 'c', '127.0.0.1'],
    ['two', 'd', '127.0.0.1'],
  ]);
  expect(between.served).toEqual([2, 2]);
  expect((await fetch(between.url)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('forwards websockets, or rejects them like a proxy without support; disconnected clients return', async () => {
  const [open, closed] = [await proxy(urls), await proxy(urls, { websockets: false })];
  const socket = io(open.url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 10 });
  const first = (await socket.timeout(5_000).emitWithAck('who')) as string;
  open.cut();
  await new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  const second = (await socket.timeout(5_000).emitWithAck('who')) as string;
  expect([first, second].toSorted()).toEqual(['one', 'two']);
  socket.close();
  const refused = io(closed.url, { transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => refused.once('connect_error', () => resolve()));
  expect(refused.connected).toBe(false);
});

test('polling needs the same server each time: alternating fails, choosing by visitor works', async () => {
  const choose = (request: IncomingMessage) => Number(request.socket.remoteAddress === '127.0.0.1');
  const [inTurn, sticky] = [await proxy(urls), await proxy(urls, { choose, websockets: false })];
  const lost = io(inTurn.url, { transports: ['polling'], forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => lost.once('connect_error', () => resolve()));
  const found = io(sticky.url, { transports: ['polling'], forceNew: true });
  expect(await found.timeout(5_000).emitWithAck('who')).toBe('two');
  found.close();
});

test('responds for a server that is gone', async () => {
  const between = await proxy(['http://127.0.0.1:9']);
  expect((await fetch(between.url)).status).toBe(502);
});
