import { uuidv7 } from 'uuidv7';
import { type Backend, createBackend } from '#backend/create-backend';
import type { Db } from '#backend/db/db';
import type { BackendConfig } from '#backend/context';
import type { Log, Mail, MediaProcessor, ObjectStore, Ports } from '#backend/ports';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway';
import { type SiteSettings, createSettings } from '#backend/settings';
import { createRooms } from './rooms.ts';
import { mockCrypto, mockPasswords } from './secrets.ts';
import { createLinkServer } from './socket.ts';

export interface WorldParts {
  /** Migrated. */
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly media: MediaProcessor;
  /** Where the pages are, no slash at the end. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly demo?: boolean;
  /** Called with every mail that would have been sent. */
  readonly onMail?: (mail: Mail) => void;
}
export interface World {
  readonly backend: Backend;
  /** Serves a websocket as the server does. */
  readonly serveLink: ReturnType<typeof createLinkServer>;
}

/**
 * Settings that never read inside somebody's transaction: the only connection there is would wait for itself.
 * One process has this database to itself, so what it once read stays true.
 */
async function settingsOf(db: Db): Promise<SiteSettings> {
  const started = Date.now();
  const settings = createSettings(db, () => started);
  await settings.all();
  return {
    all: () => settings.all(),
    async set(key, value) {
      await settings.set(key, value);
      await settings.all();
    },
  };
}

/** The whole server side in one process: the same backend as `npm start`, on ports that need nothing outside. */
export async function createWorld(parts: WorldParts): Promise<World> {
  const rooms = createRooms();
  const clock = { now: () => new Date() };
  const ports: Ports = {
    clock,
    ids: uuidv7,
    passwords: mockPasswords,
    crypto: mockCrypto,
    objects: parts.objects,
    mailer: { send: async (mail) => parts.onMail?.(mail) },
    payments: createSandboxGateway({ crypto: mockCrypto, clock }),
    media: parts.media,
    geo: { country: () => null },
    transport: rooms,
    log: parts.log,
  };
  const config: BackendConfig = { publicUrl: parts.publicUrl, secret: 'the mock guards nothing', demo: parts.demo ?? true, monitoringDsn: null };
  const backend = createBackend({ db: parts.db, ports, config, settings: await settingsOf(parts.db) });
  return { backend, serveLink: createLinkServer({ backend, rooms, ids: uuidv7 }) };
}
