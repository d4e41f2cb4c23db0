// Installs the dependencies of the lock file. Runs on the system's Node without any dependency.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { Complaint, step } from './say.mjs';

const stampFile = inRoot('node_modules', '.limelight-stamp');

/** @param {{ dev?: boolean }} which `dev`: also what only building and testing need */
export async function ensureInstalled({ dev = true } = {}) {
  await step('dependencies', async (tell) => {
    const stamp = wanted();
    if (read(stampFile) === stamp) return 'in place';
    const asLocked = matchesLock(dev);
    if (!asLocked) {
      tell('installing dependencies …');
      await npmCi(dev);
    }
    try {
      writeFileSync(stampFile, stamp);
    } catch {
      // Not writable by us. Then everything is compared again on every start.
    }
    return asLocked ? 'in place' : 'installed';
  });
}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

function wanted() {
  const lock = read(inRoot('package-lock.json'));
  if (lock === null)
    throw new Complaint(`package-lock.json is missing in ${root}. Check out the whole repository.`);
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

/** Whether the installed tree, perhaps from `npm install`, has every package in the locked version. */
function matchesLock(dev) {
  const installed = JSON.parse(read(inRoot('node_modules', '.package-lock.json')) ?? 'null')?.packages;
  if (!installed) return false;
  const locked = Object.entries(JSON.parse(read(inRoot('package-lock.json'))).packages).filter(
    ([path, entry]) => path !== '' && (dev || !(entry.dev || entry.devOptional)),
  );
  // A missing optional package is for another platform. If it isn't, the code that needs it will report that.
  return locked.every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version && existsSync(inRoot(path)) : optional === true,
  );
}

/** The npm that started this script, else the one on the PATH. */
const npm = () =>
  process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

function npmCi(dev) {
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
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-20_000)));
    child.on('error', () => reject(new Complaint('npm was not found: install Node 20 or newer with npm.')));
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Complaint(`The dependencies could not be installed: ${reasonIn(said)}`)),
    );
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

/**
 * The Node that runs the server: the one installed with the dependencies, else this one if it is new enough
 * to run TypeScript.
 */
export function runtime() {
  const { platform, arch } = process;
  const packages = [
    `node-${platform === 'win32' ? 'win' : platform}-${arch}`,
    `node-bin-${platform}-${arch}`,
  ];
  const shipped = packages.map((name) =>
    inRoot('node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node'),
  );
  const works = (path) => existsSync(path) && spawnSync(path, ['-v']).status === 0;
  const found = shipped.find(works);
  if (found) return found;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Complaint(
    `Node ${process.versions.node} is too old to run the server, and the dependencies include none for ${platform} ${arch}. Install Node 24.`,
  );
}
