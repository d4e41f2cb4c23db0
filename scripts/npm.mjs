// Installs what a lock file says, in the project or in a folder beside it. Runs on the system's Node without any
// dependency.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from './say.mjs';

/** The text of a file, or null. */
export const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** What the lock file of a folder lists, by path. */
export const lockedPackages = (folder) => JSON.parse(read(join(folder, 'package-lock.json'))).packages;

/** Whether a package of the lock file is for this machine. */
export const fitsHere = ({ os, cpu }) =>
  (!os || [os].flat().includes(process.platform)) && (!cpu || [cpu].flat().includes(process.arch));

/**
 * Whether the installed tree, perhaps from `npm install`, has every package in the locked version.
 *
 * @param {string} folder
 * @param {boolean} dev also what only building and testing need
 */
export function matchesLock(folder, dev) {
  const installed = JSON.parse(read(join(folder, 'node_modules', '.package-lock.json')) ?? 'null')?.packages;
  if (!installed) return false;
  const locked = Object.entries(lockedPackages(folder)).filter(
    ([path, entry]) => path !== '' && (dev || !(entry.dev || entry.devOptional)),
  );
  // A missing optional package is for another platform. If it isn't, the code that needs it will report that.
  return locked.every(([path, { version, optional }]) =>
    installed[path]
      ? installed[path].version === version && existsSync(join(folder, path))
      : optional === true,
  );
}

/** The npm that started this script, else the one on the PATH. */
const npm = () =>
  process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

/**
 * Runs `npm ci` in a folder. Throws the reason if it fails.
 *
 * @param {string} folder
 * @param {boolean} dev also what only building and testing need
 */
export function npmCi(folder, dev) {
  const [command, ...first] = npm();
  // NODE_ENV=production would omit the packages that build the pages.
  const options = [
    'ci',
    dev ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-20_000)));
    child.on('error', () => reject(new Complaint('npm was not found: install Node 20 or newer with npm.')));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(reasonIn(said)))));
  });
}

const reasonIn = (said) => {
  const lines = said
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  return (
    lines.find(
      (line) => line && !/^(code|errno|syscall|network\b.*proxy|A complete log|path|dest)\b/.test(line),
    ) ?? 'npm gave no reason'
  );
};
