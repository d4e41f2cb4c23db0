import { join } from 'node:path';
import type { Env } from '#config/env.ts';
import { createBackend } from '../create-backend.ts';
import type { Backend } from '../create-backend.ts';
import type { BackendConfig } from '../kernel/context.ts';
import type { Log, Ports } from '../ports/ports.ts';
import type { LiveTransport } from '../ports/live-transport.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import { createSettings } from '../kernel/settings.ts';
import type { SiteSettings } from '../kernel/settings.ts';
import { ensureCurrentSchema } from './database/current-schema.ts';
import { connectionRoom, openDatabase } from './database/database.ts';
import type { OpenDatabase } from './database/database.ts';
import type { DatabasePool } from './database/database-pool.ts';
import { watchDatabase } from './database/database-watch.ts';
import { seedDemo } from './seed-demo.ts';
import { createClock } from './ports/clock.ts';
import { createGeo } from './ports/geo.ts';
import type { Sources } from './metrics/metrics.ts';
import { lockFolder } from './database/lock.ts';
import { paymentsLine, takesNoMoney } from './payments/gateway.ts';
import { nodePorts } from './ports/node-ports.ts';
import { findsLive, registerProcess } from './process/process-register.ts';
import { savedSecret } from './ports/secret.ts';
import { serveOthers } from './live/distant-live.ts';
import { openLive } from './live/open-live.ts';
import type { RelayLive } from './live/relay-live.ts';
import { createJobNotices } from './process/job-notices.ts';
import type { JobNotices } from './process/job-notices.ts';
import { createLiveServer } from './process/server-socket.ts';
import { createReadiness } from './process/readiness.ts';
import type { Readiness } from './process/readiness.ts';
import type { LiveServer } from './process/server-socket.ts';
import type { Undo } from './operator/undo.ts';

export interface OpenBackend {
  readonly backend: Backend;
  readonly config: BackendConfig;
  readonly settings: SiteSettings;
  readonly live: LiveServer;
  readonly gateway: PaymentGateway['name'];
  /** Null when this process carries no live media. */
  readonly relay: RelayLive | null;
  /** What carries live streams, or stands for the process that does. */
  readonly streams: LiveTransport | null;
  readonly readiness: Readiness;
  readonly notices: JobNotices;
  /** What the process itself counts. */
  readonly figures: Pick<Sources, 'pool' | 'isDatabaseThere'>;
}
interface Options {
  readonly env: Env;
  readonly log: Log;
  /** Prints a line of progress. */
  readonly printStep: (step: string, state: string) => void;
  /** Collects the cleanup steps, which also run when a later step fails. */
  readonly undo: Undo;
}

/** Opens the backend on its database and ports: locked, migrated, and filled with demo data if needed. */
export async function openBackend({ env, log, printStep, undo }: Options): Promise<OpenBackend> {
  const database = await openLocked({ env, log, printStep, undo });
  const secret = env.SECRET ?? (await savedSecret(env.DATA_DIR));
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const watch = watchDatabase(database.pool, log);
  undo.add(() => watch.stop());
  const notices = createJobNotices(database.pool, log);
  undo.add(() => notices.flush());
  const live = await createLiveServer({ log, origin: publicUrl, ...joinedBy(env, database.pool) });
  undo.add(() => live.close());
  undo.add(await registerProcess({ env, db: database.db, log, onLoss: live.catchUp }));
  const streams = await openLive({
    env,
    clock: createClock(env.CLOCK_OFFSET_FILE),
    log,
    printStep,
    calls: live.calls,
    isCarried: findsLive(database.db),
  });
  undo.add(() => streams.stop());
  const settings = createSettings(database.db);
  const ports = nodePorts({
    env,
    site: { publicUrl, secret },
    transport: live.transport,
    geo: createGeo(env),
    live: streams.transport,
    log,
    jobQueued: () => notices.queued(),
    diskReserve: async () => (await settings.all()).diskReserveMegabytes * 1024 * 1024,
  });
  printStep('payments', paymentsLine(env));
  if (takesNoMoney(env))
    log.warn('Test cards can buy, and no real money moves: set Stripe’s keys to take payments.');
  const deps = {
    db: database.db,
    pool: database.pool,
    ports,
    settings,
    config: readConfig(env, { publicUrl, secret }),
  };
  const demo = env.DEMO && (await seedDemo(deps, printStep));
  const config = { ...deps.config, demo };
  const backend = createBackend({ db: database.db, ports, config, settings });
  undo.add(() => backend.flush());
  if (env.ROLE === 'live' && streams.transport)
    undo.add(serveOthers(streams.transport, { calls: live.calls, backend }));
  return {
    backend,
    config,
    settings,
    live,
    relay: streams.relay,
    streams: streams.transport,
    gateway: ports.payments.name,
    notices,
    ...watched({ backend, isDatabaseThere: () => !watch.isAway(), pool: database.pool, ports }),
  };
}

const readConfig = (
  env: Env,
  site: Pick<BackendConfig, 'publicUrl' | 'secret'>,
): Omit<BackendConfig, 'demo'> => ({
  ...site,
  previousSecrets: env.SECRET_PREVIOUS,
  deskClosed: !env.OPERATOR,
  takesNoMoney: takesNoMoney(env),
  monitoringDsn: env.NEXT_PUBLIC_SENTRY_DSN ?? null,
});

/**
 * Several processes need a channel for live events. Only the embedded database is certain to serve just one process.
 */
function joinedBy({ REDIS_URL: redisUrl, DATABASE_URL }: Env, pool: DatabasePool) {
  if (redisUrl) return { redisUrl };
  return DATABASE_URL ? { pool } : {};
}

/** What monitors are told of: `/readyz` and metrics. */
function watched({
  backend,
  isDatabaseThere,
  pool,
  ports: { objects, log },
}: {
  backend: Backend;
  isDatabaseThere: () => boolean;
  pool: DatabasePool;
  ports: Pick<Ports, 'objects' | 'log'>;
}): Pick<OpenBackend, 'readiness' | 'figures'> {
  const figures = () => backend.figures();
  const connections = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return {
    readiness: createReadiness({ isDatabaseThere, objects, figures, log }),
    figures: { isDatabaseThere, pool: connections },
  };
}

/**
 * Connections outside the pool: one listens for live events of other processes, one for their jobs, one watches
 * the database.
 */
const besidePool = 3;

async function openLocked({ env, log, printStep, undo }: Options): Promise<OpenDatabase> {
  if (!env.DATABASE_URL) {
    const lock = await lockFolder(env.DATA_DIR);
    undo.add(() => lock.release());
  }
  const database = await openDatabase({
    url: env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL,
    folder: join(env.DATA_DIR, 'postgres'),
    log,
    max: env.DATABASE_CONNECTIONS - besidePool,
  });
  undo.add(() => database.close());
  await ensureCurrentSchema(database.db, env);
  const { allowed, taken } = await connectionRoom(database.pool);
  printStep(
    'database',
    `${env.DATABASE_URL ? 'connected' : `running in ${env.DATA_DIR}`}; up to ${env.DATABASE_CONNECTIONS} of its ${allowed} connections`,
  );
  if (taken + env.DATABASE_CONNECTIONS > allowed) {
    log.warn(
      'The database may run out of connections: raise its max_connections, or lower DATABASE_CONNECTIONS of each process.',
      { allowed, taken, ours: env.DATABASE_CONNECTIONS },
    );
  }
  return database;
}
