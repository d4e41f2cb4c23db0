import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/* A test run that is interrupted leaves nothing running, whoever started it and in whichever group it is. */
const root = fileURLToPath(new URL('../../', import.meta.url));
let folder = '';
const started: number[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-end-all-'));
});
afterEach(async () => {
  for (const pid of started.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}
/** Every running process of this machine. */
const processes = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
      } catch {
        return [];
      }
    });
const isRunning = (pid: number) => processes().some((each) => each.pid === pid);

/** Starts a program in a group of its own, as a terminal does. */
function start(file: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, detached: true, stdio: 'ignore' });
  const group = child.pid ?? 0;
  started.push(group);
  return {
    group,
    ended: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))),
    inGroup: () => processes().filter((each) => each.group === group),
  };
}

const waiting = { timeout: 60_000, interval: 50 };
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

describe.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('ends the checks that are running', async () => {
    const checks = start(join(root, 'scripts', 'run-checks.mjs'), ['--fast']);
    // The checks themselves, types and lint.
    await vi.waitFor(() => expect(checks.inGroup().length).toBeGreaterThanOrEqual(3), waiting);
    process.kill(checks.group, signal);
    expect(await checks.ended).toBe(codes[signal]);
    expect(checks.inGroup()).toEqual([]);
  });

  test('ends workers of a suite, a server that doesn’t listen, and one in a group of its own', async () => {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default { test: { testTimeout: 600_000 } };');
    // One ignores SIGTERM, one is detached, and each says which process it is.
    await writeFile(
      join(folder, 'server.mjs'),
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    );
    await writeFile(
      join(folder, 'small.test.mjs'),
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { test } from 'vitest';
      test('waits for ever', async () => {
        const run = (detached) => spawn(process.execPath, [${JSON.stringify(join(folder, 'server.mjs'))}], { detached, stdio: 'ignore' }).pid;
        writeFileSync(${JSON.stringify(join(folder, 'pids'))}, JSON.stringify([process.pid, run(false), run(true)]));
        await new Promise(() => {});
      });`,
    );
    await writeFile(
      join(folder, 'program.mjs'),
      `import { spawn } from 'node:child_process';
      import { endAllOnSignal } from ${JSON.stringify(join(root, 'scripts', 'end-all.mjs'))};
      endAllOnSignal();
      spawn(process.execPath, [${JSON.stringify(join(root, 'node_modules', 'vitest', 'vitest.mjs'))}, 'run', '--root', ${JSON.stringify(folder)}], { stdio: 'inherit' });`,
    );
    const program = start(join(folder, 'program.mjs'));
    const pids = await vi.waitFor(
      async () => JSON.parse(await readFile(join(folder, 'pids'), 'utf8')) as number[],
      waiting,
    );
    started.push(...pids);
    expect(pids.filter(isRunning)).toEqual(pids);
    process.kill(program.group, signal);
    expect(await program.ended).toBe(codes[signal]);
    expect([program.inGroup(), pids.filter(isRunning)]).toEqual([[], []]);
  });
});
