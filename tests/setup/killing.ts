import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#backend/db/migrate.ts';
import { connect } from '#backend/node/database/database.ts';
import { startEmbeddedPostgres } from '#backend/node/database/embedded-postgres.ts';
import { type Program, fileOf, run } from './child.ts';
import type { TestDatabase } from './database.ts';
import { otherPostgres } from './other-postgres.ts';
import { quiet } from './quiet.ts';

/** A database that survives kills, and its server if that can be killed too. */
export interface Place {
  readonly database: TestDatabase;
  /** Kills the database server, which is then restarted automatically. Absent if the server isn't ours. */
  killDatabase?(): void;
  remove(): Promise<void>;
}

const opened = (url: string, config: object) => {
  const open = connect({ ...config, max: 10 }, quiet);
  return {
    ...open,
    database: { db: open.db, pool: open.pool, connection: config, url } satisfies TestDatabase,
  };
};

/** The embedded PostgreSQL with durable writes, in a folder of its own. */
export async function embeddedPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-kill-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ folder, log: quiet });
  const client = new Client(server.connection('postgres'));
  await client.connect();
  await client.query('CREATE DATABASE limelight');
  await client.end();
  const { host } = server.connection('limelight');
  const { database, close } = opened(
    `postgres://postgres@/limelight?host=${encodeURIComponent(host ?? '')}&port=5432`,
    server.connection('limelight'),
  );
  await migrate(database.db);
  return {
    database,
    killDatabase: () => void process.kill(server.pid(), 'SIGKILL'),
    async remove() {
      await close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An existing PostgreSQL; null, with a printed line, if there is none. */
export async function otherPlace(): Promise<Place | null> {
  const other = await otherPostgres();
  if (!other) return null;
  const { database, close } = opened(other.url, { connectionString: other.url });
  await migrate(database.db);
  return {
    database,
    async remove() {
      await close();
      await other.drop();
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** The real server as two processes, one for the API and one for jobs, on a given database and port. */
export async function startProcesses(
  url: string,
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): Promise<{ kill(): Promise<void> }> {
  const common = {
    DATABASE_URL: url,
    SECRET: 'only for this test, but long enough',
    DATA_DIR: folder,
    DEMO: '0',
    ...env,
  };
  const start = (role: string, at: number) =>
    run(fileOf('#backend/node/main.ts'), { env: { ...common, ROLE: role, PORT: String(at) } });
  const programs: Program[] = [start('api', port), start('jobs', await freePort())];
  await Promise.all(programs.map((program) => program.says(/^ready /m)));
  return {
    async kill() {
      for (const program of programs) program.process.kill('SIGKILL');
      await Promise.all(programs.map((program) => program.ended));
    },
  };
}

/** Records confirmed actions in a file before anything else happens. */
export function witness<Seen>(file: string) {
  return {
    note: (seen: Seen) => appendFileSync(file, `${JSON.stringify(seen)}\n`),
    seen: (): Seen[] =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as Seen)
        : [],
  };
}
