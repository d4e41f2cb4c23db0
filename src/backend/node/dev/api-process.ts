import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

/** Editors may write a file in several steps, so wait for this many milliseconds. */
const quietMs = 150;
const isSource = (name: string | null): boolean => /\.(ts|json|sql)$/.test(name ?? '');

export interface ApiProcess {
  /** Resolves once the API answers: with true, or with false when it ended and waits for a change. */
  isReady(): Promise<boolean>;
  /** Ends it, and resolves when it has saved everything. */
  end(signal: NodeJS.Signals): Promise<void>;
}
interface Options {
  /** A program that sends a message over Node's channel when it is ready. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Folders whose changes start the program again. */
  readonly watched: readonly string[];
  readonly print: (step: string, state: string) => void;
}

/** Resolves when the program says that it is ready, or has ended. */
const waitUntilReady = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('message', () => resolve(true));
    child.once('exit', () => resolve(false));
  });

const waitForEnd = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once('exit', () => resolve()));

/** Runs the API beside the pages and starts it again when its sources change. */
export function startApiProcess({ program, args, env, watched, print }: Options): ApiProcess {
  let isEnding = false;
  let ready = Promise.resolve(false);
  const start = () => {
    const started = spawn(process.execPath, [...process.execArgv, program, ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const isReady = waitUntilReady(started);
    ready = isReady;
    // One that crashes later isn't ready any more, unless a restart has begun.
    started.once('exit', () => {
      if (ready === isReady) ready = Promise.resolve(false);
    });
    return started;
  };
  let child = start();

  const restart = () => {
    print('changed', 'restarting the API …');
    const old = child;
    old.kill('SIGTERM');
    ready = waitForEnd(old).then(() => {
      if (isEnding) return false;
      // Another change may have come meanwhile.
      if (child === old) child = start();
      return ready;
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const watchers = watched.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (!isSource(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => !isEnding && restart(), quietMs);
    }),
  );
  return {
    isReady: () => ready,
    async end(signal) {
      isEnding = true;
      clearTimeout(timer);
      for (const each of watchers) each.close();
      child.kill(signal);
      await waitForEnd(child);
    },
  };
}

/** The folders of the server's sources. */
export const apiSources = (project: string): string[] =>
  ['backend', 'contract', 'config', 'lib'].map((folder) => join(project, 'src', folder));
