// Programs that a machine may have already: Node, ffmpeg and a browser. Where it has none that is good enough, the one in
// the lock file of `programs/<name>/` is fetched. Runs on the system's Node without any dependency.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fitsHere, lockedPackages, matchesLock, npmCi } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { Complaint, step } from './say.mjs';

const isWindows = process.platform === 'win32';
/** The folder of a program, with its manifest and lock file. */
export const programFolder = (name) => inRoot('programs', name);

/** Names of the packages of a program that are for this machine. */
const packagesHere = (folder) =>
  Object.entries(lockedPackages(folder))
    .filter(([path, entry]) => path !== '' && entry.optional && fitsHere(entry))
    .map(([path]) => path);

const isFetched = (folder) =>
  matchesLock(folder, false) && packagesHere(folder).every((path) => existsSync(join(folder, path)));

/**
 * Installs a program beside its place and then moves it there, so that nobody finds half of one, also if two processes
 * fetch it at the same time.
 */
async function fetchInto(folder) {
  const beside = join(folder, `.fetching-${process.pid}`);
  try {
    mkdirSync(beside, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(beside, file));
    await npmCi(beside, false);
    // npm leaves out an optional package that it can't get, without an error.
    const lost = packagesHere(beside).find((path) => !existsSync(join(beside, path)));
    if (lost) throw new Error(`npm left out ${lost.replace('node_modules/', '')}`);
    // Node's headers, a third of its package, are for compiling addons.
    for (const path of packagesHere(beside))
      rmSync(join(beside, path, 'include'), { recursive: true, force: true });
    if (isFetched(folder)) return;
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    renameSync(join(beside, 'node_modules'), join(folder, 'node_modules'));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * Fetches a program unless it is there in its locked version. `instead` ends the sentence for the case that it can't be
 * fetched: what to do then.
 *
 * @param {string} name
 * @param {{ instead: string, folder?: string }} options
 */
export async function fetchProgram(name, { instead, folder = programFolder(name) }) {
  if (isFetched(folder)) return;
  await step(name, async (tell) => {
    tell('fetching …');
    await fetchInto(folder).catch((error) => {
      throw new Complaint(`${name} could not be fetched (${error.message.replace(/\.$/, '')}): ${instead}.`);
    });
    return 'fetched';
  });
}

/** Whether a version of Node can run everything here, by what the installed packages ask for. */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 26 || (major === 24 && minor >= 15);
}

/** The Node in `programs/node`, or null. */
export function fetchedNode(folder = programFolder('node')) {
  const paths = packagesHere(folder).map((path) =>
    join(folder, path, 'bin', isWindows ? 'node.exe' : 'node'),
  );
  return paths.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0) ?? null;
}

const getNode = 'install Node 24 or newer';

/** The Node that runs the server: this one if it is new enough, else the fetched one. */
export function runtime({ version = process.versions.node, folder } = {}) {
  const found = isNewEnough(version) ? process.execPath : fetchedNode(folder);
  if (found) return found;
  throw new Complaint(`Node ${version} is too old to run the server, and none was fetched: ${getNode}.`);
}

/**
 * Sees to it that there is a Node that is new enough, also for what npm runs: it looks in `node_modules/.bin` first.
 *
 * @param {{ version?: string, folder?: string, bin?: string }} places for tests
 */
export async function ensureNode({
  version = process.versions.node,
  folder = programFolder('node'),
  bin = inRoot('node_modules', '.bin'),
} = {}) {
  if (isNewEnough(version)) return;
  if (packagesHere(folder).length > 0) await fetchProgram('node', { instead: getNode, folder });
  linkNode(runtime({ version, folder }), bin);
}

function linkNode(node, bin) {
  mkdirSync(bin, { recursive: true });
  const link = join(bin, isWindows ? 'node.cmd' : 'node');
  const target = relative(bin, node);
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  if (isWindows) writeFileSync(link, `@"%~dp0${target}" %*\r\n`);
  else symlinkSync(target, link);
}

/** Whether the system has ffmpeg and ffprobe with the encoders needed, as the server will ask (`media/ffmpeg.ts`). */
export function hasFfmpeg(env) {
  const ask = (program, arg) =>
    spawnSync(program, ['-hide_banner', arg], {
      env: { PATH: env.PATH },
      encoding: 'utf8',
      timeout: 20_000,
      maxBuffer: 4 * 1024 * 1024,
    });
  const { status, stdout } = ask('ffmpeg', '-encoders');
  return (
    status === 0 &&
    / libx264 /.test(stdout) &&
    / aac /.test(stdout) &&
    ask('ffprobe', '-version').status === 0
  );
}

/**
 * Sees to it that there is an ffmpeg, where a package for this machine exists.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [folder] for tests
 */
export async function ensureFfmpeg(env = process.env, folder = programFolder('ffmpeg')) {
  if (env.FFMPEG_PATH || packagesHere(folder).length === 0 || isFetched(folder) || hasFfmpeg(env)) return;
  await fetchProgram('ffmpeg', { instead: 'install ffmpeg, for example with `apt install ffmpeg`', folder });
}

/** Like `ensureFfmpeg`, where the site runs without it, too. */
export async function tryFfmpeg(env = process.env, folder) {
  await ensureFfmpeg(env, folder).catch((error) => {
    if (!(error instanceof Complaint)) throw error;
    console.error(`${error.message} Until then, videos are served as they were uploaded.`);
  });
}
