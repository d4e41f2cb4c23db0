import { ServerResponse } from 'node:http';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import type { Ack } from '#contract/core/events.ts';
import { closedReply } from '../../kernel/country-block.ts';
import type { Peer } from '../../kernel/context.ts';
import type { Backend } from '../../create-backend.ts';
import type { Connection, Log, Transport } from '../../ports/ports.ts';
import type { DatabasePool } from '../database/database-pool.ts';
import { type Calls, createCalls } from './calls.ts';
import { createGap, overPostgres, overRedis } from './joined-processes.ts';
import { inRequest, newRequestId } from './request-id.ts';
import { errorMessage } from './start-error.ts';

export interface LiveServer {
  readonly transport: Transport;
  readonly calls: Calls;
  /** Starts accepting sockets on the server's port. */
  serve(
    server: HttpServer,
    backend: Pick<Backend, 'connect' | 'isClosedTo' | 'recheckSockets'>,
    peerOf: (request: IncomingMessage) => Peer,
  ): void;
  /** How many sockets this process has. */
  sockets(): number;
  /** Tells the clients of all processes to fetch what they may have missed. */
  catchUp(): void;
  /** Disconnects every socket of this process and refuses new ones. */
  disconnect(): void;
  close(): Promise<void>;
}

interface Options {
  readonly log: Log;
  /** Connects this process with the others: Redis if set, else PostgreSQL. With neither, it runs alone. */
  readonly redisUrl?: string | undefined;
  readonly pool?: DatabasePool | undefined;
  /** Another origin from which browsers may connect. */
  readonly origin?: string | null;
}

/** The largest event a client sends is a WebRTC offer of about ten thousand characters. */
const largestEvent = 100_000;

/** Live events over socket.io, with rooms that span all processes through Redis or PostgreSQL. */
export async function createLiveServer({ log, redisUrl, pool, origin }: Options): Promise<LiveServer> {
  // WebSocket first, as the specification requires. Compression would cost eight times the work for messages
  // this small.
  const io = new Server({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    destroyUpgrade: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: largestEvent,
    ...(origin ? { cors: { origin } } : {}),
  });
  let backend: Pick<Backend, 'recheckSockets'> | undefined;
  // A logout or ban announced by another process in the meantime was lost too.
  const gap = createGap(io, () => void backend?.recheckSockets());
  const leave = redisUrl
    ? await overRedis({ io, gap, log }, redisUrl)
    : pool
      ? overPostgres({ io, gap, log }, pool)
      : async () => {};
  return {
    transport: createTransport(io, log),
    calls: createCalls(io, redisUrl !== undefined || pool !== undefined),
    serve(server, served, peerOf) {
      backend = served;
      io.attach(server);
      io.engine.use(refuseClosed((request) => served.isClosedTo(peerOf(request))));
      io.on('connection', (socket) => welcome(socket, served, { peer: peerOf(socket.request), log }));
    },
    sockets: () => io.of('/').sockets.size,
    catchUp: gap.outgoingLost,
    disconnect() {
      io.local.disconnectSockets(true);
      io.engine?.close();
    },
    close: leave,
  };
}

function createTransport(io: Server, log: Log): Transport {
  return {
    emit: (to, event, payload) =>
      void (typeof to === 'string' ? io.to(to) : io.to(to.room).except([...to.except])).emit(event, payload),
    disconnect: (room) => io.in(room).disconnectSockets(true),
    join: (room, other) => io.in(room).socketsJoin(other),
    leave: (room, other) => io.in(room).socketsLeave(other),
    async count(room) {
      try {
        return (await io.in(room).fetchSockets()).length;
      } catch (error) {
        log.warn('The other processes’ sockets could not be listed.', { reason: errorMessage(error) });
        return io.sockets.adapter.rooms.get(room)?.size ?? 0;
      }
    },
  };
}

/**
 * Replies 451 to clients the site is closed to before a socket exists, for polling requests and WebSocket
 * upgrades.
 */
function refuseClosed(isClosed: (request: IncomingMessage) => Promise<boolean>) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: Error) => void,
  ): Promise<void> => {
    const closed = await isClosed(request);
    if (!closed) next();
    else if (response instanceof ServerResponse)
      response
        .writeHead(451, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
        .end(closedReply());
    // An upgrade has no response object, only the connection.
    else
      request.socket.end(
        `HTTP/1.1 451 Unavailable For Legal Reasons\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${closedReply()}`,
      );
  };
}

function welcome(
  socket: Socket,
  backend: Pick<Backend, 'connect'>,
  { peer, log }: { peer: Peer; log: Log },
): void {
  const { token } = socket.handshake.query;
  const connection: Connection = {
    id: socket.id,
    join: (room) => void socket.join(room),
    leave: (room) => void socket.leave(room),
    emit: (event, payload) => void socket.emit(event, payload),
    disconnect: () => void socket.disconnect(true),
  };
  const session = backend.connect(connection, {
    token: typeof token === 'string' && token !== '' ? token : null,
    ...peer,
  });
  session.catch((error: unknown) => {
    log.error('A socket could not be served.', { error });
    socket.disconnect(true);
  });
  socket.onAny((event: string, ...parts: unknown[]) => {
    const acknowledge = typeof parts.at(-1) === 'function' ? (parts.pop() as (ack: Ack) => void) : () => {};
    void inRequest(newRequestId(), () =>
      session.then((live) => live.on(event, parts[0])).then(acknowledge, () => socket.disconnect(true)),
    );
  });
  socket.on(
    'disconnect',
    () =>
      void session.then(
        (live) => live.closed(),
        () => {},
      ),
  );
}
