import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Manager, Socket } from 'socket.io-client';
import type { Message } from '#contract/talk/messages/messages.ts';
import { createLiveServer } from '#backend/node/process/server-socket.ts';
import { socketTo } from '#state/live/connect-socket.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../../setup/round-robin-proxy.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

/* The product's own client and server, with a proxy in between that doesn't support websockets. */
const live = await createLiveServer({ log: quiet });
const app = await testBackend({ ports: { transport: live.transport } });
const { send, pair } = talkOf(app);
const server = createServer();
live.serve(server, app.backend, () => ({ ip: '127.0.0.1' }));
await once(server.listen(0, '127.0.0.1'), 'listening');
const behind = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const clients: Socket[] = [];
const proxies: RoundRobinProxy[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const proxy of proxies.splice(0)) await proxy.close();
});
afterAll(async () => {
  await live.close();
  server.closeAllConnections();
  server.close();
});

async function proxyThat(websockets: boolean | 'silent'): Promise<RoundRobinProxy> {
  const proxy = await roundRobinProxy([behind], { websockets });
  proxies.push(proxy);
  return proxy;
}

/** A tab that authenticates as soon as it is connected; `errors` collects failed connection attempts. */
async function tab(person: Person, origin: string, prepare: (manager: Manager) => void = () => {}) {
  const client = await socketTo(origin, person.token);
  clients.push(client);
  prepare(client.io);
  const received: Message[] = [];
  const errors: string[] = [];
  client.on('message/created', ({ message }: { message: Message }) => received.push(message));
  client.on('connect_error', ({ message }) => errors.push(message));
  client.connect();
  await vi.waitFor(() => expect(client.connected).toBe(true), 20_000);
  expect(await client.timeout(5_000).emitWithAck('auth/login', { token: person.token })).toEqual({
    ok: true,
  });
  return { client, received, errors, transport: () => client.io.engine.transport.name };
}

test('where websockets work, one is opened at once', async () => {
  const { fan } = await pair();
  const { transport, errors } = await tab(fan, (await proxyThat(true)).url);
  expect([transport(), errors]).toEqual(['websocket', []]);
});

test('where they are blocked, events arrive by polling, without an error message', async () => {
  const { fan, creator, id } = await pair();
  const { transport, errors, received } = await tab(creator, (await proxyThat(false)).url);
  expect([transport(), errors]).toEqual(['polling', []]);
  const first = await send(fan, id, 'over a proxy');
  const second = await send(fan, id, 'and another');
  await vi.waitFor(() => expect(received).toEqual([first, second]), 10_000);
});

test('a disconnect behind such a proxy recovers, and events arrive again', async () => {
  const { fan, creator, id } = await pair();
  const proxy = await proxyThat(false);
  const { client, received } = await tab(creator, proxy.url);
  const back = new Promise((resolve) => client.io.once('reconnect', resolve));
  // Between two polls there is no connection to cut.
  await vi.waitFor(() => (proxy.cut(), expect(client.connected).toBe(false)), 10_000);
  await back;
  expect(await client.timeout(5_000).emitWithAck('auth/login', { token: creator.token })).toEqual({
    ok: true,
  });
  const message = await send(fan, id, 'after the cut');
  await vi.waitFor(() => expect(received).toEqual([message]), 10_000);
});

test('where nothing responds to a websocket, the next try starts with polling, and the one after with a websocket', async () => {
  const { fan, creator, id } = await pair();
  const { transport, errors, received } = await tab(creator, (await proxyThat('silent')).url, (manager) =>
    manager.timeout(500),
  );
  expect([transport(), errors]).toEqual(['polling', ['timeout']]);
  const message = await send(fan, id, 'in spite of silence');
  await vi.waitFor(() => expect(received).toEqual([message]), 10_000);
  expect(clients.at(-1)?.io.opts.transports).toEqual(['websocket', 'polling']);
});

test('it retries forever, first a second after the disconnect, then at most ten seconds apart', async () => {
  const { fan } = await pair();
  const { client } = await tab(fan, (await proxyThat(true)).url);
  expect([
    client.io.reconnection(),
    client.io.reconnectionAttempts(),
    client.io.reconnectionDelay(),
    client.io.reconnectionDelayMax(),
  ]).toEqual([true, Infinity, 1_000, 10_000]);
});
