// Hands over to a program of ours on the Node that came with the dependencies.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runtime } from './install.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { inRoot, root } from './paths.mjs';
import { Complaint } from './say.mjs';

export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A `.env` beside the code counts, but what the shell says counts more. */
export function loadEnvironment() {
  if (!process.loadEnvFile)
    throw new Complaint(
      `Node ${process.versions.node} is too old to start with: install Node 20.12 or newer.`,
    );
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}

/** Starts a program in this terminal. What Node compiled is kept, which takes a third off the next start. */
export const launch = (program, args = [], env = process.env) =>
  spawn(runtime(), [...nodeFlags, inRoot(program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: inRoot('.cache', 'node'), ...nodeEnvironment, ...env },
  });

/** Starts a program, passes on what we are told, and ends as it ends. */
export function become(program, args, env) {
  const child = launch(program, args, env);
  // Ctrl-C reaches the child too; whoever signals only us means it as well. It ends in its own time, then we
  // do.
  for (const signal of endings) process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/**
 * npm, told to end by SIGTERM, ends alone and tells nobody: then whoever started us is gone, and so shall we
 * be.
 */
function endWithNpm(child) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || parent === 1) return;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
  child.on('exit', () => clearInterval(watch));
}
