import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Socket, io } from 'socket.io-client';
import type { Ack } from '#contract/core/events.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { createLiveServer } from '#backend/node/process/server-socket.ts';
import { testBackend } from '../../setup/backend.ts';
import { quiet } from '../../setup/quiet.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

const live = await createLiveServer({ log: quiet });
const app = await testBackend({ ports: { transport: live.transport } });
const { send, history, open, pair } = talkOf(app);
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

/** Sends events as fast as they leave, and connects again whenever the server closes the connection. */
function flood({ client }: Awaited<ReturnType<typeof tab>>, conversationId: string) {
  const count = { sent: 0, answered: 0, refused: 0, closed: 0 };
  let isOver = false;
  const events: readonly (readonly [string, unknown])[] = [
    ['conversation/typing', { conversationId }],
    ['page/visible', { isVisible: true }],
    ['no/such-event', 'x'.repeat(1_000)],
  ];
  client.on('disconnect', () => (count.closed += 1));
  const heard = (ack: Ack) => {
    if (!ack.ok && ack.code === 'too_many') count.refused += 1;
    else count.answered += 1;
  };
  const running = (async () => {
    while (!isOver) {
      for (let burst = 0; burst < 50 && client.connected; burst += 1)
        client.emit(...events[(count.sent += 1) % events.length]!, heard);
      if (!client.connected) client.connect();
      await sleep(2);
    }
    client.disconnect();
  })();
  return {
    count,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

describe('over real sockets', () => {
  test('ending the other sessions closes their connections, but not this one', async () => {
    const fan = await app.makeFan();
    const { token } = await app.openSession(fan.id);
    const [mine, other] = [await tab(fan), await tab({ ...fan, token })];
    await app.ok('DELETE /auth/sessions', { token: fan.token });
    await vi.waitFor(() => expect(other.client.connected).toBe(false));
    expect(mine.client.connected).toBe(true);
  });

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

  test('one client that floods is limited; messages and events of others arrive in order and in time', async () => {
    const { fan, creator, id } = await pair();
    const stranger = await app.makeFan();
    const { _id: theirs } = await open(stranger, creator);
    const [mine, other] = [await tab(fan), await tab(creator)];
    const typed: string[] = [];
    other.client.on('conversation/typing', ({ accountId }) => typed.push(accountId));
    const { count, stop } = flood(await tab(stranger), theirs);
    await vi.waitFor(() => expect(count.sent).toBeGreaterThan(100));
    for (let turn = 0; turn < 12; turn += 1)
      for (const [person, at] of [
        [fan, mine],
        [creator, other],
      ] as const) {
        expect(await at.ask('conversation/typing', { conversationId: id })).toEqual({ ok: true });
        const message = await send(person, id, `${turn}`);
        for (const { received } of [mine, other])
          await vi.waitFor(() => expect(received.at(-1)).toEqual(message), { timeout: 5_000, interval: 2 });
      }
    await vi.waitFor(() => expect(count.closed).toBeGreaterThan(0));
    await stop();
    const all = Array.from({ length: 24 }, (_, at) => at + 1);
    for (const { received } of [mine, other]) expect(received.map(({ seq }) => seq)).toEqual(all);
    expect(typed.filter((accountId) => accountId === fan.id)).toHaveLength(1);
    expect(typed.filter((accountId) => accountId === stranger.id).length).toBeLessThanOrEqual(
      count.closed + 1,
    );
    // What an account may send in ten seconds, while the clock stands still.
    expect(count.answered).toBeLessThanOrEqual(300);
    expect(count.refused).toBeGreaterThan(100);
    expect([mine.client.connected, other.client.connected]).toEqual([true, true]);
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
