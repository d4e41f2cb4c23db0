// Hands over to one of our programs, run by a Node that is new enough.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runtime } from './programs.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { inRoot, root } from './paths.mjs';
import { Complaint } from './say.mjs';

export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Loads `.env` from the project folder. Variables of the shell take precedence. */
export function loadEnvironment() {
  if (!process.loadEnvFile)
    throw new Complaint(
      `Node ${process.versions.node} is too old to start with: install Node 20.12 or newer.`,
    );
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}

/**
 * Starts a program in this terminal. With a channel, it can send messages to this process.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, channel?: boolean }} options
 */
export const launch = (program, args = [], { env = process.env, channel = false } = {}) =>
  spawn(runtime(), [...nodeFlags, inRoot(program), ...args], {
    cwd: root,
    stdio: channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { ...nodeEnvironment, ...env },
  });

/**
 * Starts a program, forwards signals to it, and exits with its code. `onReady` is called when the program says
 * that it is ready.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, onReady?: () => void }} options
 */
export function become(program, args, { env, onReady } = {}) {
  const child = launch(program, args, { env, channel: onReady !== undefined });
  if (onReady) child.once('message', onReady);
  // Ctrl-C reaches the child anyway; a signal sent only to us is forwarded. We exit after the child has.
  for (const signal of endings) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * When npm receives SIGTERM, it exits without forwarding the signal. So if the parent process is gone, end
 * the child too.
 */
function endWithNpm(child) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || parent === 1) return;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
  child.on('exit', () => clearInterval(watch));
}
