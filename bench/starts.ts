import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseOf } from './calls.ts';
import { cpuMs, databaseCpuMs, median } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Section } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const again = 5;
const idleSeconds = 60;

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  /** From the command to the first answer of `/healthz`. */
  readonly ms: number;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs what `npm start` runs. */
async function start(dataDir: string): Promise<Started> {
  const url = `http://localhost:${await freePort()}`;
  const began = performance.now();
  const started = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PORT: new URL(url).port, DATA_DIR: dataDir, LIVE_UDP_PORT: '0', DEMO: '1' },
  });
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (started.exitCode !== null) throw new Error('The server ended before it answered.');
    await sleep(10);
  }
  return { process: started, url, ms: performance.now() - began };
}

async function stop({ process: started }: Started): Promise<void> {
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  await ended;
}

/** The process of the server, which `npm start` began. */
const serverOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);

/** What a server uses that nobody visits, after its first minute. */
async function idle({ process: { pid = 0 }, url }: Started, dataDir: string) {
  const server = serverOf(pid);
  const db = await databaseOf({ url, dataDir, pid: server });
  // A statement outside of a transaction is one of its own.
  const statements = async () => {
    const { rows } = await db.query<{ n: string }>(
      'SELECT sum(xact_commit + xact_rollback) AS n FROM pg_stat_database',
    );
    return Number(rows[0]?.n);
  };
  const used = () => (cpuMs(server) ?? Number.NaN) + (databaseCpuMs(dataDir) ?? Number.NaN);
  await sleep(60_000);
  const before = { cpu: used(), statements: await statements() };
  await sleep(idleSeconds * 1_000);
  const after = { cpu: used(), statements: await statements() };
  await db.end();
  return {
    share: (after.cpu - before.cpu) / (idleSeconds * 10),
    statements: ((after.statements - before.statements - 1) * 60) / idleSeconds,
  };
}

export async function starts(): Promise<Section> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-starts-'));
  try {
    await stop(await start(dataDir));
    const times: number[] = [];
    for (let n = 1; n < again; n++) {
      const server = await start(dataDir);
      times.push(server.ms);
      await stop(server);
    }
    const last = await start(dataDir);
    const rest = await idle(last, dataDir).finally(() => stop(last));
    return {
      title: 'Starting, and doing nothing',
      how: `\`npm start\` with everything installed and built and the demo data made, to the first answer of \`/healthz\`: the median of ${again}. Then nobody visits for a minute, and the next one is measured: processor time of server and database, and transactions of the database.`,
      rows: [
        atMost('Second start', median([...times, last.ms]) / 1_000, { most: 2, unit: ' s' }),
        atMost('Idle: share of a core', rest.share, { most: 0.5, unit: ' %' }),
        atMost('Idle: statements a minute', rest.statements, { most: 30 }),
      ],
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
