import { join } from 'node:path';
import type { Env } from '#config/env';
import { createBackend } from '../create-backend.ts';
import type { Backend } from '../create-backend.ts';
import type { BackendConfig } from '../context.ts';
import { migrate } from '../db/migrate.ts';
import type { Log, PaymentGateway } from '../ports.ts';
import { createSettings } from '../settings.ts';
import type { SiteSettings } from '../settings.ts';
import { openDatabase } from './database.ts';
import type { OpenDatabase } from './database.ts';
import { furnish } from './demo-world.ts';
import { createGeo } from './geo.ts';
import type { NodeGeo } from './geo.ts';
import { lockFolder } from './lock.ts';
import { nodePorts } from './node-ports.ts';
import { keptSecret } from './secret.ts';
import { createLiveServer } from './server-socket.ts';
import type { LiveServer } from './server-socket.ts';
import { reasonOf, StartError } from './start-error.ts';
import type { Undo } from './undo.ts';

export interface OpenBackend {
  readonly backend: Backend;
  readonly config: BackendConfig;
  readonly settings: SiteSettings;
  readonly live: LiveServer;
  readonly geo: NodeGeo;
  /** Through which cards are charged. */
  readonly gateway: PaymentGateway['name'];
}
interface Options {
  readonly env: Env;
  readonly log: Log;
  /** A line of progress: the step and how it stands. */
  readonly tell: (step: string, state: string) => void;
  /** Gets the ends of what was begun, also when a later step fails. */
  readonly undo: Undo;
}

/** The backend on its database and ports: locked, migrated, furnished. */
export async function openBackend({ env, log, tell, undo }: Options): Promise<OpenBackend> {
  const secret = env.SECRET ?? (await keptSecret(env.DATA_DIR));
  const database = await openLocked({ env, log, tell, undo });
  // Several processes need a way to tell each other of live events; one has none to tell.
  const joinedBy = env.REDIS_URL
    ? { redisUrl: env.REDIS_URL }
    : env.ROLE === 'all'
      ? {}
      : { pool: database.pool };
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const live = await createLiveServer({ log, origin: publicUrl, ...joinedBy });
  undo.add(() => live.close());
  const geo = createGeo();
  const ports = nodePorts({ env, transport: live.transport, geo, log });
  const settings = createSettings(database.db);
  const world = {
    db: database.db,
    ports,
    settings,
    config: {
      publicUrl,
      secret,
      previousSecrets: env.SECRET_PREVIOUS,
      monitoringDsn: env.NEXT_PUBLIC_SENTRY_DSN ?? null,
    },
  };
  const demo = env.DEMO && (await furnish(world, tell));
  const config = { ...world.config, demo };
  return {
    backend: createBackend({ db: database.db, ports, config, settings }),
    config,
    settings,
    live,
    geo,
    gateway: ports.payments.name,
  };
}

async function openLocked({ env, log, tell, undo }: Options): Promise<OpenDatabase> {
  if (!env.DATABASE_URL) {
    const lock = await lockFolder(env.DATA_DIR);
    undo.add(() => lock.release());
  }
  const database = await openDatabase({ url: env.DATABASE_URL, folder: join(env.DATA_DIR, 'postgres'), log });
  undo.add(() => database.close());
  try {
    await migrate(database.db);
  } catch (error) {
    throw new StartError(
      `The database could not be brought to this version's schema: ${reasonOf(error instanceof Error && error.cause ? error.cause : error)}`,
    );
  }
  tell('database', env.DATABASE_URL ? 'connected' : `running in ${env.DATA_DIR}`);
  return database;
}
