import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './killing.ts';

export interface RedisServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A Redis for one test that can be killed; null, with a printed line, if the machine has none. */
export async function redisServer(): Promise<RedisServer | null> {
  const port = await freePort();
  let server: ChildProcess | null = null;
  const start = async () => {
    const started = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { cwd: '/tmp', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.stdout.on('data', (chunk: Buffer) => /Ready to accept/.test(chunk.toString()) && resolve());
    });
    server = started;
  };
  try {
    await start();
  } catch {
    // oxlint-disable-next-line no-console -- who reads the run learns what wasn't run
    console.log('skipped: no redis-server on this machine');
    return null;
  }
  const kill = async () => {
    const killed = server;
    server = null;
    if (!killed) return;
    killed.kill('SIGKILL');
    if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'close');
  };
  return { url: `redis://127.0.0.1:${port}`, kill, start };
}
