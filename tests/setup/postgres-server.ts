import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#backend/db/migrate.ts';
import { connect } from '#backend/node/database/database.ts';
import { startEmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import { quiet } from './quiet.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's PostgreSQL; `testDatabase()` clones `template` there. */
    postgres: { host: string; port: number; user: string; template: string };
  }
}

const template = 'limelight_template';

/**
 * One embedded PostgreSQL per run, with a migrated template that every test file clones within milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-tests-'));
  // If started as root, the server runs under another account, which needs access.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ folder, log: quiet, durable: false });
  const mourner = stopWhenWeDie(server.pid(), folder);
  const client = new Client(server.connection('postgres'));
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const open = connect(server.connection(template), quiet);
  await migrate(open.db);
  await open.close();
  const { host, port, user } = server.connection(template);
  project.provide('postgres', { host: host ?? '', port: port ?? 5432, user: user ?? 'postgres', template });
  return async () => {
    await server.stop();
    mourner.kill();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Cleans up after a killed run: this process notices when its input closes, stops the server and removes the
 * folder.
 */
function stopWhenWeDie(pid: number, folder: string) {
  const child = spawn(
    'sh',
    ['-c', `cat >/dev/null; kill -QUIT ${pid} 2>/dev/null; sleep 1; rm -rf '${folder}'`],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  child.unref();
  return child;
}
