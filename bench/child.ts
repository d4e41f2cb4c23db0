import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Resolves with the next number that it prints after `word`. */
  number(word: string): Promise<number>;
  stop(): Promise<void>;
}

/** Runs a program of this folder in its own process, so that its cost can be measured separately. */
export function child(file: string, args: readonly string[] = []): Child {
  const started = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(file, import.meta.url)), ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let said = '';
  const waiting: (() => void)[] = [];
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    for (const look of waiting.splice(0)) look();
  });
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  return {
    process: started,
    pid: started.pid ?? 0,
    async number(word) {
      for (;;) {
        const found = new RegExp(`${word} ([\\d.]+)\\n`).exec(said);
        if (found) {
          said = said.replace(found[0], '');
          return Number(found[1]);
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async stop() {
      started.kill('SIGTERM');
      await ended;
    },
  };
}
