import { readdir, realpath, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { readEnv } from '#config/env.ts';
import { makeContext } from '../../http/api.ts';
import { createHub } from '../../kernel/hub.ts';
import type { OperatorCtx } from '../../domain/across/operator/audit.ts';
import type { GeoLookup, Log, Transport } from '../../ports/ports.ts';
import { createSettings } from '../../kernel/settings.ts';
import { type Manifest, type Place, backUp } from '../database/backup.ts';
import { ensureCurrentSchema } from '../database/current-schema.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabaseBeside, refuseBesideServers } from '../database/command-database.ts';
import { createJobNotices } from '../process/job-notices.ts';
import { nodePorts } from '../ports/node-ports.ts';
import type { Backups } from './options.ts';
import { readManifest, restoreBackup } from '../database/restore.ts';
import { errorMessage, StartError } from '../process/start-error.ts';
import { takesNoMoney } from '../payments/gateway.ts';
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
  const time = new Date();
  await pool.query(
    'INSERT INTO audit_log (id, actor, action, subject, facts, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), userInfo().username, action, folder, { at }, time],
  );
}

interface Keep {
  readonly folder: string;
  readonly action: Parameters<typeof noteKeeping>[1];
}

/**
 * Calls `work` with the paths of the installation's data, for backup and restore. A restore runs alone: a server would go
 * on with what it has in memory, and write what people did on the replaced data into the restored one.
 */
async function withPlace<Made extends Manifest>(
  { folder, action }: Keep,
  work: (pool: OpenDatabase['pool'], place: Place, dataDir: string) => Promise<Made>,
): Promise<Made> {
  const given = readEnv(process.env);
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const database = await openDatabaseBeside({ env, log, isAlone: action === 'backup.restored' });
  try {
    const place = {
      folder: resolve(folder),
      objects: env.S3_ENDPOINT ? null : join(env.DATA_DIR, 'objects'),
      secret: env.SECRET ? null : join(env.DATA_DIR, 'secret'),
    };
    const manifest = await work(database.pool, place, env.DATA_DIR);
    await noteKeeping(database.pool, action, { folder: place.folder, at: manifest.at });
    return manifest;
  } finally {
    await database.close();
  }
}

/** Names of the folders in which restores keep what they replaced. Earlier versions had one, without a date. */
const replacedName = /^before-restore(-\d{4}-\d\d-\d\dT[\d-]+Z(\.unfinished)?)?$/;

async function isEmpty(pool: OpenDatabase['pool']): Promise<boolean> {
  const { rows } = await pool.query<{ table: string | null }>(
    "SELECT to_regclass('public.migrations')::text AS table",
  );
  return !rows[0]?.table;
}

/** What the site in the database can be called, or null when there is none. */
async function siteNames(pool: OpenDatabase['pool']): Promise<readonly string[] | null> {
  if (await isEmpty(pool)) return null;
  const { PUBLIC_URL, PORT } = readEnv(process.env);
  const { host } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  const { rows } = await pool
    .query<{ name: unknown }>("SELECT value AS name FROM settings WHERE key = 'siteName'")
    // A broken database may be the reason for the restore. It still has its host.
    .catch(() => ({ rows: [] }));
  return [host, ...rows.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))];
}

/**
 * Keeps what a restore is about to replace, as a backup of its own in a new folder. Its files stay where they
 * are. Returns the folder, or null when the database is empty.
 */
async function keepReplaced(
  pool: OpenDatabase['pool'],
  { secret }: Place,
  dataDir: string,
): Promise<string | null> {
  if (await isEmpty(pool)) return null;
  const folder = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await backUp(pool, { folder, objects: null, secret });
  return folder;
}

/** @throws StartError that says how to restore nevertheless. */
const cannotKeep = (error: unknown): never => {
  throw new StartError(
    `Nothing was restored, because the current database can’t be kept: ${errorMessage(error).replace(/\.$/, '')}. Make that possible, or add --without-keeping to lose the current database.`,
  );
};

/** Deletes the databases that earlier restores replaced, except the copy that was just restored. */
async function dropOlder(dataDir: string, current: string, restored: string): Promise<void> {
  const source = await realpath(restored);
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const folder = join(dataDir, entry.name);
    if (!entry.isDirectory() || !replacedName.test(entry.name) || folder === current) continue;
    if (`${source}${sep}`.startsWith(`${await realpath(folder)}${sep}`)) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

export const backups: Backups = {
  backUp: (folder, options) =>
    withPlace({ folder, action: 'backup.made' }, (pool, place) => backUp(pool, { ...place, ...options })),
  read: (folder) => readManifest(resolve(folder)),
  restore: (folder, { withoutKeeping = false, confirm }) =>
    withPlace({ folder, action: 'backup.restored' }, async (pool, place, dataDir) => {
      await refuseBesideServers(pool);
      await confirm(await siteNames(pool));
      const replaced: { replacedFolder: string | null } = { replacedFolder: null };
      const beforeReplacing = async () => {
        if (!withoutKeeping)
          replaced.replacedFolder = await keepReplaced(pool, place, dataDir).catch(cannotKeep);
      };
      const manifest = await restoreBackup(pool, {
        ...place,
        beforeReplacing,
        lastCheck: refuseBesideServers,
      });
      // Only now: a failed restore may be the moment at which the older copies are needed.
      if (replaced.replacedFolder) await dropOlder(dataDir, replaced.replacedFolder, place.folder);
      return { ...manifest, ...replaced };
    }),
};

/**
 * Opens the data named by the environment for as long as `work` takes, whether or not the server is running.
 */
export async function asOperator(work: (ctx: OperatorCtx) => Promise<void>): Promise<void> {
  const given = readEnv(process.env);
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const database = await openDatabaseBeside({ env, log });
  const notices = createJobNotices(database.pool, log);
  try {
    await ensureCurrentSchema(database.db, env);
    const config = {
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      secret: env.SECRET ?? (await savedSecret(env.DATA_DIR)),
      previousSecrets: env.SECRET_PREVIOUS,
      demo: false,
      takesNoMoney: takesNoMoney(env),
      monitoringDsn: null,
    };
    const geo: GeoLookup = {
      locate: () => ({ country: null, region: null, isVpn: false }),
      knows: { regions: false, vpns: false },
    };
    const ports = nodePorts({
      env,
      site: config,
      transport: nowhere,
      geo,
      live: null,
      log,
      jobQueued: () => notices.queued(),
    });
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
    await notices.flush();
    await database.close();
  }
}
