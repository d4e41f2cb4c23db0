import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket as WebSocketTransport, io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Ack } from '#contract/core/events.ts';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { createMockServer } from '#mock/node.ts';
import { quiet } from '../setup/quiet.ts';

const origin = 'http://limelight.test';
const none = () => Promise.reject(new Error('no media here'));
const media: MediaProcessor = { measure: none, image: none, video: none, audio: none };
const mock = await createMockServer({ origin, media, log: quiet });
mock.listen();
/**
 * The client captures the global WebSocket on load, which may have happened in another file before the mock
 * replaced it.
 */
class PresentWebSocket extends WebSocketTransport {
  override createSocket(uri: string) {
    return new WebSocket(uri);
  }
}
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await mock.close();
});

/** Calls the API like a service does, unaware that there is no server. */
async function call<R extends RouteName>(
  route: R,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; data: ReplyOf<R>; message?: string }> {
  const method = route.split(' ')[0]!;
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) };
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  return { ...((await response.json()) as { data: ReplyOf<R> }), status: response.status };
}
async function join(username: string, asCreator = false) {
  const person = {
    name: username,
    username,
    email: `${username}@limelight.test`,
    password: 'password of mine',
  };
  if (asCreator) {
    const form = new FormData();
    for (const [field, value] of Object.entries(person)) form.set(field, value);
    form.set(
      'idFront',
      new File([Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0x2e, 0x37)], 'id.pdf', {
        type: 'application/pdf',
      }),
    );
    const response = await fetch(`${origin}/api/v1/auth/performers/register`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
  } else {
    expect((await call('POST /auth/users/register', '/auth/users/register', { body: person })).status).toBe(
      201,
    );
  }
  const { token } = (
    await call('POST /auth/login', '/auth/login', {
      body: { credentials: username, password: person.password, remember: true },
    })
  ).data;
  const me = (await call('GET /users/me', '/users/me', { token })).data;
  return { token, id: me._id };
}
function connect(token: string) {
  const client = io(origin, {
    transports: [PresentWebSocket],
    query: { token },
    forceNew: true,
    reconnectionDelay: 20,
  });
  clients.push(client);
  const ask = (event: string, payload: unknown) =>
    client.timeout(5_000).emitWithAck(event, payload) as Promise<Ack>;
  return { client, ask };
}

describe('the server in this process', () => {
  test('answers calls, rejects as the server does, and delivers a message over a socket', async () => {
    const fan = await join('ana');
    const creator = await join('cleo', true);
    expect((await call('GET /users/me', '/users/me')).status).toBe(401);
    expect(
      (
        await call('POST /auth/login', '/auth/login', {
          body: { credentials: 'ana', password: 'wrong password' },
        })
      ).message,
    ).toBe('Incorrect credentials!');

    const { client, ask } = connect(creator.token);
    const received: unknown[] = [];
    client.on('message/created', (payload) => received.push(payload));
    expect(await ask('auth/login', { token: creator.token })).toEqual({ ok: true });
    const { _id: id } = (
      await call('POST /conversations', '/conversations', {
        token: fan.token,
        body: { source: 'performer', sourceId: creator.id },
      })
    ).data;
    const sent = await call('POST /messages/conversations/:id', `/messages/conversations/${id}`, {
      token: fan.token,
      body: { conversationId: id, data: { text: 'hello' } },
    });
    expect(sent.status).toBe(201);
    await vi.waitFor(() => expect(received).toEqual([{ conversationId: id, message: sent.data }]));
    expect(await ask('nonsense', { a: 1 })).toMatchObject({ ok: false, code: 'not_found' });
    expect((await call('GET /conversations', '/conversations', { token: creator.token })).data).toMatchObject(
      { total: 1, data: [{ totalNotSeenMessages: 1 }] },
    );

    await call('POST /auth/logout', '/auth/logout', { token: creator.token });
    await vi.waitFor(() => expect(client.connected).toBe(false));
  });

  test("closes a websocket that doesn't speak the protocol, and lets one return after a disconnect", async () => {
    for (const nonsense of ['4{not a packet', '42["event"', `42${'x'.repeat(200_000)}`, '1']) {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.send('40');
      socket.send(nonsense);
      await closed;
    }
    const { token } = await join('bea');
    const { client, ask } = connect(token);
    expect(await ask('auth/login', { token })).toEqual({ ok: true });
    client.io.engine.close();
    await vi.waitFor(() => expect(client.connected).toBe(true));
    expect(await ask('auth/login', { token })).toEqual({ ok: true });
  });
});
