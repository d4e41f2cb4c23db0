import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './killing.ts';

const isThere = (): boolean => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** PgBouncer in front of a database of the run's server; null where it isn't installed. */
export async function pgbouncer(url: string, mode: 'session' | 'transaction') {
  if (!isThere()) return null;
  const { host, port: behind, user, database } = new Client({ connectionString: url });
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'limelight-pgbouncer-')), await freePort()];
  await chmod(folder, 0o755);
  const lines = [
    '[databases]',
    `* = host=${host} port=${behind} user=${user ?? 'postgres'}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 8',
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  // It refuses to run as root, and only the server's own user may use its socket.
  const { uid, gid } = await stat(join(host, `.s.PGSQL.${behind}`));
  const program = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', uid, gid });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${database ?? ''}`,
    async stop() {
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
