import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface Flags {
  readonly nodeFlags: readonly string[];
  readonly nodeEnvironment: Readonly<Record<string, string>>;
}
const root = fileURLToPath(new URL('../../', import.meta.url));
const { nodeFlags, nodeEnvironment } = (await import(
  new URL('../../scripts/node-flags.mjs', import.meta.url).href
)) as Flags;
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
  /** What it sent over Node's channel so far. */
  readonly messages: readonly unknown[];
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the output once it matches `pattern`; rejects if the program ends first. */
  says(pattern: RegExp): Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Runs a file of the project like the project's scripts do, without settings from the developer's shell. */
export function run(
  file: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Program {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !quietEnvironment.includes(name)),
  );
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    cwd: root,
    env: { ...nodeEnvironment, ...clean, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  // If a test fails midway, its program ends with the test process.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'gone')),
  );
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(said.stdout) && resolve(said.stdout);
      child.stdout?.on('data', look);
      look();
      void ended.then((code) =>
        reject(
          new Error(`ended with ${code} before saying ${String(pattern)}:\n${said.stdout}${said.stderr}`),
        ),
      );
    });
  return { process: child, messages, stdout: () => said.stdout, stderr: () => said.stderr, says, ended };
}

/** Resolves an import of the project (`#backend/node/main.ts`) to a file. */
export const fileOf = (name: string): string => createRequire(import.meta.url).resolve(name);
