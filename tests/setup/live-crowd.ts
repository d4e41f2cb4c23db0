import { io, type Socket } from 'socket.io-client';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import { sendRaw, watchRaw, type RawPeer } from './live-peers.ts';

/* People at a stream of a running server: they log in, watch by WHEP without decoding, and chat. */

interface Reply<Data> {
  readonly status: number;
  readonly data: Data;
  readonly message?: string;
}
interface Offered {
  readonly peer: RawPeer;
  readonly leave: () => Promise<void>;
}
export interface Guest {
  readonly token: string;
  /** How often it had to begin again because no media came. */
  readonly tries: number;
  readonly peer: RawPeer;
  /** Messages of the chat that arrived by socket. */
  readonly heard: () => number;
  say(text: string): Promise<number>;
  /** `politely` tells the server; without, the connections just end. */
  leave(politely: boolean): Promise<void>;
}

export function crowdAt(url: string) {
  // oxlint-disable-next-line max-params -- a request, in the order one writes it
  async function call<Data>(route: string, token = '', body?: object, from?: string): Promise<Reply<Data>> {
    const [method = 'GET', path = '/'] = route.split(' ');
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token ? { authorization: token } : {}),
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, message } = (await reply.json()) as { data: Data; message?: string };
    if (!reply.ok) throw new Error(`${route}: ${reply.status} ${message ?? ''}`);
    return { status: reply.status, data };
  }
  const login = async (name: string): Promise<string> =>
    (await call<{ token: string }>('POST /auth/login', '', { credentials: name, password: 'limelight' })).data
      .token;
  /** Registrations are counted by address, so each comes from its own. The server must trust one proxy. */
  async function register(number: number): Promise<string> {
    const username = `guest-${number}`;
    const body = { username, name: username, email: `${username}@example.com`, password: 'correct horse' };
    const from = `198.51.100.${number % 256}`;
    return (await call<{ token: string }>('POST /auth/users/register', '', body, from)).data.token;
  }

  async function offered(grant: LiveGrant, connect: typeof watchRaw): Promise<Offered> {
    if (grant.kind !== 'whip' && grant.kind !== 'whep') throw new Error(`a grant of the kind ${grant.kind}`);
    const authorization = `Bearer ${grant.token}`;
    let session = '';
    const peer = await connect(async (sdp) => {
      const headers = { 'content-type': 'application/sdp', authorization };
      const reply = await fetch(url + grant.url, { method: 'POST', headers, body: sdp });
      if (reply.status !== 201) throw new Error(`the relay answered ${reply.status}`);
      session = reply.headers.get('location') ?? '';
      return reply.text();
    });
    const leave = async () => {
      await fetch(url + session, { method: 'DELETE', headers: { authorization } });
    };
    return { peer, leave };
  }
  async function opened(token: string, streamId: string): Promise<Socket> {
    const socket = io(url, { transports: ['websocket'], query: { token }, forceNew: true });
    await new Promise<void>((resolve, reject) =>
      socket.once('connect', () => resolve()).once('connect_error', reject),
    );
    for (const [event, payload] of [
      ['auth/login', { token }],
      ['stream/join', { streamId }],
    ] as const) {
      const ack = (await socket.emitWithAck(event, payload)) as { ok: boolean };
      if (!ack.ok) throw new Error(`${event} was refused`);
    }
    return socket;
  }

  /** Connects as players do: where no media comes, with a fresh grant. */
  async function watched(token: string, streamId: string) {
    for (let tries = 0; ; tries += 1) {
      const joined = await call<{ conversationId: string; watch: { userId: string; grant: LiveGrant }[] }>(
        `GET /streaming/join/${streamId}`,
        token,
      );
      const { conversationId, watch } = joined.data;
      const [first] = watch;
      if (!first) throw new Error('nobody sends');
      const { peer, leave } = await offered(first.grant, watchRaw);
      for (let n = 0; n < 500; n += 1) {
        if (peer.received() > 0) return { peer, leave, tries, conversationId, host: first.userId };
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      if (tries === 3) throw new Error(`no media, connected: ${String(peer.isOpen())}`);
      await leave();
      peer.close();
    }
  }

  return {
    call,
    login,
    register,
    /** Goes live with sound and picture that hold nothing. */
    async goLive(token: string, title: string) {
      const { data } = await call<{ stream: { _id: string }; grant: LiveGrant }>(
        'POST /streaming/live',
        token,
        { title },
      );
      const { _id: streamId } = data.stream;
      const { peer, leave } = await offered(data.grant, (exchange) => sendRaw(exchange));
      return {
        streamId,
        async end() {
          await leave();
          peer.close();
          await call(`PUT /streaming/live/${streamId}`, token, { state: 'ended' });
        },
      };
    },
    /** Comes in, and waits for the first packet. */
    async enter(token: string, streamId: string): Promise<Guest> {
      let heard = 0;
      const socket = await opened(token, streamId);
      socket.on('stream/message', ({ messages }: { messages: readonly unknown[] }) => {
        heard += messages.length;
      });
      const { peer, leave, tries, conversationId, host } = await watched(token, streamId);
      // As the product's pages do, by which the site counts who watches.
      const tell = () => socket.emit('stream/media', { streamId, isSending: false, receives: [host] });
      tell();
      const telling = setInterval(tell, 3_000);
      const say = async (text: string) =>
        (
          await call(`POST /messages/stream/public/conversations/${conversationId}`, token, {
            conversationId,
            data: { text },
          })
        ).status;
      return {
        token,
        tries,
        peer,
        heard: () => heard,
        say,
        async leave(politely) {
          clearInterval(telling);
          if (politely) await leave();
          peer.close();
          socket.disconnect();
        },
      };
    },
  };
}
export type Crowd = ReturnType<typeof crowdAt>;
