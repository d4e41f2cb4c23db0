import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Socket, io } from 'socket.io-client';
import type { Ack } from '#contract/core/events.ts';
import type { Message } from '#contract/messages.ts';
import { createLiveServer } from '#backend/node/process/server-socket.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

const live = await createLiveServer({ log: quiet });
const app = await testBackend({ ports: { transport: live.transport } });
const { send, history, pair } = talkOf(app);
const server = createServer();
live.serve(server, app.backend, () => ({ ip: '127.0.0.1' }));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const clients: Socket[] = [];

afterAll(async () => {
  for (const client of clients) client.disconnect();
  await live.close();
  server.close();
});

/** A browser tab: connected and authenticated. */
async function tab(person: Person, options: { reconnection?: boolean } = {}) {
  const client = io(address, {
    transports: ['websocket', 'polling'],
    query: { token: person.token },
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
    ...options,
  });
  clients.push(client);
  const received: Message[] = [];
  client.on('message/created', ({ message }: { message: Message }) => received.push(message));
  const ask = (event: string, payload: unknown): Promise<Ack> =>
    client.timeout(3_000).emitWithAck(event, payload) as Promise<Ack>;
  expect(await ask('auth/login', { token: person.token })).toEqual({ ok: true });
  return { client, received, ask };
}

describe('over real sockets', () => {
  test('a message reaches every tab of both, typing reaches the other person', async () => {
    const { fan, creator, id } = await pair();
    const [mine, mineToo, theirs] = [await tab(fan), await tab(fan), await tab(creator)];
    const typed = vi.fn();
    theirs.client.on('conversation/typing', typed);
    expect(await mine.ask('conversation/typing', { conversationId: id })).toEqual({ ok: true });
    const message = await send(fan, id, 'hello');
    for (const { received } of [mine, mineToo, theirs])
      await vi.waitFor(() => expect(received).toEqual([message]));
    expect(typed).toHaveBeenCalledExactlyOnceWith({ conversationId: id, accountId: fan.id });
  });

  test("logout closes that session's sockets at once, and no others", async () => {
    const { fan, id } = await pair();
    const elsewhere = { ...fan, token: (await app.openSession(fan.id)).token };
    const [here, there] = [await tab(fan), await tab(elsewhere)];
    expect((await app.raw('POST /auth/logout', { token: fan.token })).status).toBeLessThan(300);
    await vi.waitFor(() => expect(here.client.connected).toBe(false));
    const message = await send(elsewhere, id, 'after the logout');
    await vi.waitFor(() => expect(there.received).toEqual([message]));
    expect(here.received).toEqual([]);
  });

  test("hundreds of malformed and oversized events don't bring the server down", async () => {
    const { fan } = await pair();
    const { client, ask } = await tab(fan, { reconnection: false });
    for (const payload of [null, 1, [], 'x'.repeat(50_000), { a: { b: { c: [] } } }, Buffer.alloc(10)]) {
      expect(await ask('conversation/typing', payload)).toMatchObject({ ok: false, code: 'invalid_input' });
      client.emit('nonsense', payload);
    }
    client.emit('auth/login', { token: 'x'.repeat(2_000_000) });
    await vi.waitFor(() => expect(client.connected).toBe(false));
    await tab(fan);
  });

  test('across disconnects, catching up by seq loses nothing and duplicates nothing', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'message 1');
    const { client, received } = await tab(creator);
    const seen = new Map<number, Message>();
    const highest = () => Math.max(0, ...seen.keys());
    const take = (messages: readonly Message[]) =>
      messages.forEach((message) => seen.set(message.seq, message));
    const catchUp = async () => take((await history(creator, id, { afterSeq: highest(), limit: 100 })).data);
    let doubled = 0;
    client.on('message/created', ({ message }: { message: Message }) => {
      if (seen.has(message.seq) && seen.get(message.seq)?._id !== message._id) doubled += 1;
      // If a number is missing, fetch the gap instead of trusting the event alone.
      if (message.seq === highest() + 1) take([message]);
      else void catchUp();
    });
    client.on('connect', () => void catchUp());
    await catchUp();
    const cuts = process.env.DEEP ? 20 : 5;
    for (let cut = 0; cut < cuts; cut += 1) {
      const writing = Array.from({ length: 6 }, (_, at) =>
        send(fan, id, { text: `message ${2 + cut * 6 + at}`, clientId: `client-${cut}-${at}` }),
      );
      if (cut % 2) client.io.engine.close();
      else live.transport.leave(`account:${creator.id}`, `account:${creator.id}`);
      await Promise.all(writing);
      if (cut % 2 === 0) client.io.engine.close();
      // Resends a message, like a client whose response was lost.
      await send(fan, id, { text: 'again', clientId: `client-${cut}-0` });
      await vi.waitFor(() => expect(client.connected).toBe(true));
      app.ports.clock.move('11s');
    }
    const total = 1 + cuts * 6;
    await vi.waitFor(() => expect(seen.size).toBe(total));
    expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: total }, (_, at) => at + 1),
    );
    expect(new Set([...seen.values()].map((message) => message._id)).size).toBe(total);
    expect(doubled).toBe(0);
    // A message that was sent again is told again, because the first time may have been lost with its process.
    expect(new Set(received.map((message) => message.seq)).size).toBe(
      new Set(received.map((message) => message._id)).size,
    );
  });
});
