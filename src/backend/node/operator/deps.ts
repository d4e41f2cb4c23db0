import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { readEnv } from '#config/env.ts';
import { makeContext } from '../../http/api.ts';
import { createHub } from '../../kernel/hub.ts';
import type { OperatorCtx } from '../../domain/operator/audit.ts';
import type { GeoLookup, Log, Transport } from '../../ports.ts';
import { createSettings } from '../../kernel/settings.ts';
import { type Manifest, type Place, backUp } from '../database/backup.ts';
import { ensureCurrentSchema } from '../database/current-schema.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabaseBeside } from '../database/command-database.ts';
import { nodePorts } from '../ports/node-ports.ts';
import type { Keeping } from './options.ts';
import { readManifest, restoreBackup } from '../database/restore.ts';
import { savedSecret } from '../ports/secret.ts';

/** Commands have no sockets; open tabs see the change on their next request. */
const nowhere: Transport = {
  emit: () => {},
  disconnect: () => {},
  join: () => {},
  leave: () => {},
  count: async () => 0,
};
/**
 * A command's output may be parsed by a program, so errors go to standard error. Anything else is dropped;
 * what matters fails the command anyway.
 */
const log: Log = {
  info: () => {},
  warn: () => {},
  error: (message, facts) => console.error(message, facts ?? ''),
};

/** Records the backup or restore in the audit log. After a restore, that is the restored log. */
async function noteKeeping(
  pool: OpenDatabase['pool'],
  action: 'backup.made' | 'backup.restored',
  { folder, at }: { folder: string; at: string },
): Promise<void> {
  const moment = new Date();
  await pool.query(
    'INSERT INTO audit_log (id, actor, action, subject, facts, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), userInfo().username, action, folder, { at }, moment],
  );
}

/** Calls `work` with the paths of the installation's data, for backup and restore. */
async function withPlace(
  folder: string,
  action: Parameters<typeof noteKeeping>[1],
  work: (pool: OpenDatabase['pool'], place: Place) => Promise<Manifest>,
): Promise<Manifest> {
  const given = readEnv(process.env);
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const database = await openDatabaseBeside({ env, log });
  try {
    const place = {
      folder: resolve(folder),
      objects: env.S3_ENDPOINT ? null : join(env.DATA_DIR, 'objects'),
      secret: env.SECRET ? null : join(env.DATA_DIR, 'secret'),
    };
    const manifest = await work(database.pool, place);
    await noteKeeping(database.pool, action, { folder: place.folder, at: manifest.at });
    return manifest;
  } finally {
    await database.close();
  }
}

export const keeping: Keeping = {
  backUp: (folder, options) =>
    withPlace(folder, 'backup.made', (pool, place) => backUp(pool, { ...place, ...options })),
  read: (folder) => readManifest(resolve(folder)),
  restore: (folder) => withPlace(folder, 'backup.restored', restoreBackup),
};

/**
 * Opens the data named by the environment for as long as `work` takes, whether or not the server is running.
 */
export async function asOperator(work: (ctx: OperatorCtx) => Promise<void>): Promise<void> {
  const given = readEnv(process.env);
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const database = await openDatabaseBeside({ env, log });
  try {
    await ensureCurrentSchema(database.db, env);
    const config = {
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      secret: env.SECRET ?? (await savedSecret(env.DATA_DIR)),
      previousSecrets: env.SECRET_PREVIOUS,
      demo: false,
      monitoringDsn: null,
    };
    const geo: GeoLookup = {
      locate: () => ({ country: null, region: null, isVpn: false }),
      knows: { regions: false, vpns: false },
    };
    const ports = nodePorts({ env, site: config, transport: nowhere, geo, live: null, log });
    const parts = {
      db: database.db,
      ports,
      config,
      settings: createSettings(database.db),
      hub: createHub(nowhere),
    };
    const ctx = makeContext(parts, null, {
      ip: '',
      country: null,
      userAgent: 'operator',
      idempotencyKey: null,
    });
    await work({ ...ctx, actor: userInfo().username, actorId: null });
  } finally {
    await database.close();
  }
}
