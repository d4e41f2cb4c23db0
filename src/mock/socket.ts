import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';
import type { Ack } from '#contract/core/events.ts';
import type { Backend } from '#backend/create-backend.ts';
import type { Rooms } from './rooms.ts';
import { placeHeader } from './wire.ts';

/** The server's side of a WebSocket: sends text frames and closes it. */
export interface Link {
  send(frame: string): void;
  close(): void;
}
/** Handles incoming frames. */
export interface LinkServer {
  receive(frame: unknown): void;
  closed(): void;
}
type Handshake = Parameters<Backend['connect']>[1];

interface Host {
  readonly backend: Pick<Backend, 'connect'>;
  readonly rooms: Rooms;
  readonly ids: () => string;
}

/** Engine.IO 4 packet types, each the first character of a frame. */
const engine = { open: '0', close: '1', ping: '2', pong: '3', message: '4' } as const;
const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;
/** As on the server: the largest event a client sends is a WebRTC offer. */
const LARGEST_FRAME = 100_000;

type Session = Awaited<ReturnType<Backend['connect']>>;

/**
 * The socket.io protocol over one WebSocket, as far as socket.io-client needs it: opening, events,
 * acknowledgements, heartbeat, and closing. Beyond the protocol, it uses the same `connect` as the real
 * server.
 */
class SocketLink implements LinkServer {
  readonly #link: Link;
  readonly #host: Host;
  readonly #handshake: Handshake;
  readonly #id: string;
  readonly #encoder = new Encoder();
  readonly #decoder = new Decoder();
  #session: Promise<Session> | null = null;
  #open = true;
  #heartbeat: ReturnType<typeof setInterval>;
  #heardAt = Date.now();

  constructor(link: Link, host: Host, handshake: Handshake) {
    this.#link = link;
    this.#host = host;
    this.#handshake = handshake;
    this.#id = host.ids();
    this.#decoder.on('decoded', (packet: Packet) => this.#packet(packet));
    this.#heartbeat = setInterval(() => this.#beat(), PING_INTERVAL_MS);
    const opening = {
      sid: this.#id,
      upgrades: [],
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      maxPayload: LARGEST_FRAME,
    };
    link.send(engine.open + JSON.stringify(opening));
  }

  receive(frame: unknown): void {
    this.#heardAt = Date.now();
    if (typeof frame !== 'string' || frame.length > LARGEST_FRAME) return this.#end();
    const type = frame.charAt(0);
    if (type === engine.close) return this.#end();
    if (type !== engine.message) return;
    try {
      this.#decoder.add(frame.slice(1));
    } catch {
      this.#end();
    }
  }

  closed(): void {
    if (!this.#open) return;
    this.#open = false;
    clearInterval(this.#heartbeat);
    this.#decoder.destroy();
    this.#host.rooms.dismiss(this.#id);
    this.#session?.then(
      (session) => session.closed(),
      () => {},
    );
  }

  #packet(packet: Packet): void {
    if (packet.type === PacketType.CONNECT) return this.#connect(packet.nsp);
    if (packet.type === PacketType.DISCONNECT) return this.#end();
    if (packet.type !== PacketType.EVENT || !this.#session) return;
    const [event, payload] = packet.data as [unknown, unknown];
    const answer = (ack: Ack) => {
      if (packet.id !== undefined) this.#send({ type: PacketType.ACK, nsp: '/', id: packet.id, data: [ack] });
    };
    this.#session.then((session) => session.on(String(event), payload)).then(answer, () => this.#end());
  }

  #connect(nsp: string): void {
    if (nsp !== '/')
      return this.#send({ type: PacketType.CONNECT_ERROR, nsp, data: { message: 'Invalid namespace' } });
    if (this.#session) return;
    this.#send({ type: PacketType.CONNECT, nsp, data: { sid: this.#id } });
    const connection = this.#host.rooms.admit({
      id: this.#id,
      emit: (event, payload) => this.#send({ type: PacketType.EVENT, nsp: '/', data: [event, payload] }),
      disconnect: () => {
        this.#send({ type: PacketType.DISCONNECT, nsp: '/' });
        this.#end();
      },
    });
    this.#session = this.#host.backend.connect(connection, this.#handshake);
    this.#session.catch(() => this.#end());
  }

  #send(packet: Packet): void {
    if (!this.#open) return;
    // Only text, because no event contains binary data.
    for (const frame of this.#encoder.encode(packet)) this.#link.send(engine.message + String(frame));
  }

  #beat(): void {
    if (Date.now() - this.#heardAt > PING_INTERVAL_MS + PING_TIMEOUT_MS) this.#end();
    else this.#link.send(engine.ping);
  }

  #end(): void {
    if (!this.#open) return;
    this.closed();
    this.#link.close();
  }
}

/** Serves WebSockets opened by socket.io-client, with the token from their URL. */
export function createLinkServer(host: Host): (link: Link, address: URL) => LinkServer {
  return (link, address) =>
    new SocketLink(link, host, {
      token: address.searchParams.get('token') || null,
      ip: '127.0.0.1',
      placePass: address.searchParams.get(placeHeader) ?? '',
    });
}
