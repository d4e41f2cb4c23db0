import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-adapter';
import type { Client, Pool } from 'pg';
import type { Server } from 'socket.io';
import type { ServerEvent } from '#contract/core/events.ts';
import type { Log } from '../../ports/ports.ts';
import type { DatabasePool } from '../database/database-pool.ts';
import { errorMessage, StartError } from './start-error.ts';

/* Connects the sockets of several processes over Redis, or else PostgreSQL. Nothing waits for either of them,
   because both may be down for a while. */

/** What to do when live events get through again after some were lost. */
export interface Gap {
  /** Events from other processes were lost. */
  incomingLost(): void;
  /** This process's events were lost. */
  outgoingLost(): void;
}
interface Joined {
  readonly io: Server;
  readonly gap: Gap;
  readonly log: Log;
}

const missed = 'events/missed' satisfies ServerEvent;
/** Several losses in a row are handled together. */
const gatherMs = 1_000;

/**
 * Tells clients to catch up by `seq`. `recheck` checks what clients can't: whether their session is still
 * valid.
 */
export function createGap(io: Server, recheck: () => void): Gap {
  const soon = (work: () => void) => {
    let timer: NodeJS.Timeout | undefined;
    return () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, gatherMs).unref();
    };
  };
  return {
    incomingLost: soon(() => {
      io.local.emit(missed, {});
      recheck();
    }),
    outgoingLost: soon(() => void io.emit(missed, {})),
  };
}

// Commands queue while Redis is down, and those beyond ten thousand are dropped. Nothing else waits for them,
// because live events are only hints. The client has hundreds of files that most sites don't need.
const newClient = async (url: string) =>
  (await import('redis')).createClient({
    url,
    commandsQueueMaxLength: 10_000,
    socket: { reconnectStrategy: (tries) => Math.min(2_000, 100 * tries) },
  });
type Redis = Awaited<ReturnType<typeof newClient>>;

export async function overRedis({ io, gap, log }: Joined, url: string): Promise<() => Promise<void>> {
  const [publisher, subscriber] = [await newClient(url), await newClient(url)];
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => {});
  attend(publisher, { log, onError: first.reject, back: gap.outgoingLost });
  attend(subscriber, { log, onError: first.reject, back: gap.incomingLost });
  try {
    await Promise.race([Promise.all([publisher.connect(), subscriber.connect()]), first.promise]);
  } catch (error) {
    for (const client of [publisher, subscriber]) client.destroy();
    throw new StartError(
      `Can't connect to the Redis of REDIS_URL: ${error instanceof AggregateError ? error.errors.map(errorMessage).join('; ') : errorMessage(error)}`,
    );
  }
  io.adapter(createRedisAdapter(guarded(publisher, gap), subscriber));
  return async () => {
    for (const client of [publisher, subscriber]) client.destroy();
  };
}

function attend(
  client: Redis,
  { log, onError, back }: { log: Log; onError: (error: unknown) => void; back: () => void },
): void {
  let isAway = false;
  client.on('error', (error: unknown) => {
    onError(error);
    if (!isAway)
      log.warn('Redis is unavailable. Live events only reach users connected to this process.', {
        reason: errorMessage(error),
      });
    isAway = true;
  });
  client.on('ready', () => {
    if (!isAway) return;
    isAway = false;
    log.info('Redis is back.');
    back();
  });
}

/**
 * The adapter doesn't await its commands, so without this, an event lost with the connection would go
 * unnoticed.
 */
function guarded(publisher: Redis, gap: Gap): Redis {
  return new Proxy(publisher, {
    get(client, name) {
      const value: unknown = Reflect.get(client, name, client);
      if (typeof value !== 'function') return value;
      if (name !== 'publish') return value.bind(client) as unknown;
      return (...given: Parameters<Redis['publish']>) =>
        client.publish(...given).catch(() => gap.outgoingLost());
    },
  });
}

/**
 * The adapter takes the connection it listens on from a pool and doesn't release one that was lost. It gets a
 * connection outside the pool instead, and only one at a time, because with two each event would arrive
 * twice.
 */
function listeningPool(pool: DatabasePool, gap: Gap): Pool {
  let current: Client | null = null;
  let [hasListened, isClosed] = [false, false];
  const connect = async () => {
    const client = await pool.direct();
    const release = () => {
      isClosed = true;
      void client.end().catch(() => {});
    };
    current?.removeAllListeners('end');
    void current?.end().catch(() => {});
    current = client;
    if (isClosed) release();
    // The adapter starts listening as soon as it has the connection. A query after that on the same
    // connection confirms that it does.
    else if (hasListened) setImmediate(() => void client.query('SELECT 1').then(gap.incomingLost, () => {}));
    hasListened = true;
    return Object.assign(client, { release });
  };
  return { connect, query: (text: string, values: unknown[]) => pool.query(text, values) } as unknown as Pool;
}

/**
 * Connects the processes over PostgreSQL. Events too large for a notification go through the table
 * `socket_io_attachments`, which the migrations create.
 */
export function overPostgres({ io, gap, log }: Joined, pool: DatabasePool): () => Promise<void> {
  const errorHandler = (error: unknown) => {
    log.warn('Live events could not be sent to the other processes.', { reason: errorMessage(error) });
    // Tells clients to catch up later. If that event can't be sent either, this runs again.
    gap.outgoingLost();
  };
  io.adapter(createPostgresAdapter(listeningPool(pool, gap), { errorHandler }));
  return async () => {
    await Promise.resolve(io.of('/').adapter.close()).catch(() => {});
  };
}
