import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const quietEnvironment = [
  'DATABASE_URL',
  'REDIS_URL',
  'ROLE',
  'SECRET',
  'PUBLIC_URL',
  'HOST',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'NODE_ENV',
  'NODE_OPTIONS',
  'VITEST',
];

export interface Program {
  readonly process: ChildProcess;
  /** Everything it wrote so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with what was written once `pattern` is in it; rejects when the program ends first. */
  says(pattern: RegExp): Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/**
 * Runs a file of the project on this Node, as the project's scripts do, without what the developer's shell
 * sets.
 */
export function run(
  file: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Program {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !quietEnvironment.includes(name)),
  );
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    env: { ...clean, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that fails half-way leaves its program running; it ends with the file's process.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'gone')),
  );
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(said.stdout) && resolve(said.stdout);
      child.stdout.on('data', look);
      look();
      void ended.then((code) =>
        reject(
          new Error(`ended with ${code} before saying ${String(pattern)}:\n${said.stdout}${said.stderr}`),
        ),
      );
    });
  return { process: child, stdout: () => said.stdout, stderr: () => said.stderr, says, ended };
}

/** The file behind an import of the project (`#backend/node/main.ts`). */
export const fileOf = (name: string): string => createRequire(import.meta.url).resolve(name);
