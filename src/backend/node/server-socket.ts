import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-adapter';
import type { Pool } from 'pg';
import { createClient } from 'redis';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import type { Ack } from '#contract/events';
import type { Backend } from '../create-backend.ts';
import type { Connection, Log, Transport } from '../ports.ts';
import { reasonOf, StartError } from './start-error.ts';

export interface LiveServer {
  readonly transport: Transport;
  /** Takes sockets on the server's port from now on. */
  serve(
    server: HttpServer,
    backend: Pick<Backend, 'connect'>,
    addressOf: (request: IncomingMessage) => string,
  ): void;
  /** Cuts every socket of this process; those who come now are refused. */
  disconnect(): void;
  /** Ends what joins this process with the others. */
  close(): Promise<void>;
}

interface Options {
  readonly log: Log;
  /** Joins the processes. With neither there is one process only. */
  readonly redisUrl?: string | undefined;
  readonly pool?: Pool | undefined;
  /** A browser on this origin may connect though it isn't ours. */
  readonly origin?: string | null;
}

/** The largest event a client sends is an offer of a call, some ten thousand characters. */
const largestEvent = 100_000;

/** socket.io as the transport of live events: rooms here, and over Redis or PostgreSQL in every process. */
export async function createLiveServer({ log, redisUrl, pool, origin }: Options): Promise<LiveServer> {
  // Websocket first, as the specification has it; compression would cost eight times the work for messages this small.
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
  const leave = redisUrl
    ? await overRedis(io, redisUrl, log)
    : pool
      ? overPostgres(io, pool, log)
      : async () => {};
  return {
    transport: transportOf(io, log),
    serve(server, backend, addressOf) {
      io.attach(server);
      io.on('connection', (socket) => welcome(socket, backend, { ip: addressOf(socket.request), log }));
    },
    disconnect() {
      io.local.disconnectSockets(true);
      io.engine?.close();
    },
    close: leave,
  };
}

function transportOf(io: Server, log: Log): Transport {
  return {
    emit: (room, event, payload) => void io.to(room).emit(event, payload),
    disconnect: (room) => io.in(room).disconnectSockets(true),
    join: (room, other) => io.in(room).socketsJoin(other),
    leave: (room, other) => io.in(room).socketsLeave(other),
    async count(room) {
      try {
        return (await io.in(room).fetchSockets()).length;
      } catch (error) {
        log.warn('The other processes could not be asked for their sockets.', { reason: reasonOf(error) });
        return io.sockets.adapter.rooms.get(room)?.size ?? 0;
      }
    },
  };
}

function welcome(
  socket: Socket,
  backend: Pick<Backend, 'connect'>,
  { ip, log }: { ip: string; log: Log },
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
    ip,
  });
  session.catch((error: unknown) => {
    log.error('A socket could not be served.', { error });
    socket.disconnect(true);
  });
  socket.onAny((event: string, ...parts: unknown[]) => {
    const acknowledge = typeof parts.at(-1) === 'function' ? (parts.pop() as (ack: Ack) => void) : () => {};
    session.then((live) => live.on(event, parts[0])).then(acknowledge, () => socket.disconnect(true));
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

async function overRedis(io: Server, url: string, log: Log): Promise<() => Promise<void>> {
  // Commands wait while Redis is away; the live connection is a hint, so nothing else waits for them.
  const publisher = createClient({
    url,
    socket: { reconnectStrategy: (tries) => Math.min(2_000, 100 * tries) },
  });
  const subscriber = publisher.duplicate();
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => {});
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => {
      first.reject(error);
      log.warn('Redis is away; live events reach only the people of this process.', {
        reason: reasonOf(error),
      });
    });
  }
  try {
    await Promise.race([Promise.all([publisher.connect(), subscriber.connect()]), first.promise]);
  } catch (error) {
    for (const client of [publisher, subscriber]) client.destroy();
    throw new StartError(
      `Can't connect to the Redis of REDIS_URL: ${error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : reasonOf(error)}`,
    );
  }
  io.adapter(createRedisAdapter(publisher, subscriber));
  return async () => {
    for (const client of [publisher, subscriber]) client.destroy();
  };
}

/** What doesn't fit a notification goes through the table `socket_io_attachments`, which the migrations make. */
function overPostgres(io: Server, pool: Pool, log: Log): () => Promise<void> {
  io.adapter(
    createPostgresAdapter(pool, {
      errorHandler: (error) =>
        log.warn('Live events could not be passed on to the other processes.', { reason: reasonOf(error) }),
    }),
  );
  return async () => {
    await Promise.resolve(io.of('/').adapter.close()).catch(() => {});
  };
}
