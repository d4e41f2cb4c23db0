// Starts a server for tests, benchmarks and screenshots, with its own port and data, which ends with the
// process that started it.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { inRoot, root } from './paths.mjs';
import { ensureFfmpeg, runtime } from './programs.mjs';
import { Complaint } from './say.mjs';

/** Settings from the shell or `.env` must not affect tests. */
const own = [
  'DATABASE_URL',
  'REDIS_URL',
  'ROLE',
  'SECRET',
  'PUBLIC_URL',
  'HOST',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'TRUSTED_PROXIES',
  'COUNTRY_HEADER',
  'REGION_HEADER',
  'VPN_HEADER',
  'GEO_REGION_DB',
  'VPN_RANGES',
  'NEXT_PUBLIC_API_ENDPOINT',
  'NEXT_PUBLIC_SENTRY_DSN',
  'SENTRY_AUTH_TOKEN',
];

/**
 * @param {'server' | 'mock'} target
 * @param {Record<string, string> | ((dataDir: string) => Record<string, string>)} [more] environment on top
 * @param {{ keepsAll?: boolean }} [how] whether `output` has everything the server said, not just the end
 * @returns `{ url, dataDir, pid, output, stop }`
 */
export async function startServer(target, more = {}, { keepsAll = false } = {}) {
  if (target === 'server') await ensureFfmpeg();
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'limelight-e2e-'));
  // If started as root, the database runs under another account, which needs access to this folder.
  await chmod(dataDir, 0o755);
  const program =
    target === 'mock' ? inRoot('scripts', 'mock-server.mjs') : inRoot('src', 'backend', 'node', 'main.ts');
  const env = {
    ...nodeEnvironment,
    ...process.env,
    ...Object.fromEntries(own.map((name) => [name, ''])),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '1',
    // Any free one: several servers may run side by side.
    LIVE_UDP_PORT: '0',
    ...(typeof more === 'function' ? more(dataDir) : more),
  };
  const child = spawn(runtime(), [...nodeFlags, program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said = keepsAll ? said + chunk : (said + chunk).slice(-100_000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(12_000).then(() => child.kill('SIGKILL'))]);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  const url = `http://localhost:${port}`;
  try {
    await ready(child, url, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, pid: child.pid, output: () => said, stop };
}

async function ready(child, url, said) {
  const until = Date.now() + 300_000;
  while (Date.now() < until) {
    if (child.exitCode !== null)
      throw new Complaint(`${said()}\nThe server stopped before it was ready. See the output above.`);
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => null);
    if (answer && answer.status < 500) return;
    await sleep(100);
  }
  throw new Complaint(`${said()}\nThe server wasn't ready within five minutes.`);
}
