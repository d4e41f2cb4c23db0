import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, fileOf, run } from '../child.ts';
import { freePort } from '../killing.ts';
import { type Relay, relayTo } from '../relay.ts';

export interface Servers {
  /** Lines between clients and servers, each to a server of its own while that one runs. */
  readonly lines: readonly Relay[];
  /** Kills a server with SIGKILL and starts it again; meanwhile, its lines lead to the other one if there is one. */
  kill(which: number): Promise<void>;
  stop(): Promise<void>;
}

/** The real server in processes of its own, behind lines that can be cut. */
export async function startServers(
  url: string,
  { processes, lines, env = {} }: { processes: number; lines: number; env?: Record<string, string> },
): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-talk-'));
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  const running: (Program | null)[] = ports.map(() => null);
  const start = async (which: number) => {
    const program = run(fileOf('#backend/node/main.ts'), {
      env: {
        ROLE: 'api',
        DATABASE_URL: url,
        SECRET: 'only for this test, but long enough',
        PORT: String(ports[which]),
        DATA_DIR: folder,
        DEMO: '0',
        DATABASE_CONNECTIONS: '12',
        ...env,
      },
    });
    await program.says(/^ready /m);
    running[which] = program;
  };
  await Promise.all(ports.map((_, which) => start(which)));
  const target = (line: number) => {
    const own = line % processes;
    const alive = running[own] ? own : running.findIndex(Boolean);
    return { host: '127.0.0.1', port: ports[alive < 0 ? own : alive] ?? 0 };
  };
  const relays = await Promise.all(Array.from({ length: lines }, (_, line) => relayTo(() => target(line))));
  const end = async (which: number) => {
    const program = running[which];
    running[which] = null;
    program?.process.kill('SIGKILL');
    await program?.ended;
  };
  return {
    lines: relays,
    async kill(which) {
      await end(which % processes);
      await start(which % processes);
    },
    async stop() {
      await Promise.all(relays.map((relay) => relay.close()));
      await Promise.all(ports.map((_, which) => end(which)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
