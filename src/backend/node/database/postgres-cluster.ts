import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canEnter, nobody, postgresBinaries, sharedPlace } from './postgres-binaries.ts';
import type { RunAs } from './postgres-binaries.ts';
import { errorCode, StartError } from '../process/start-error.ts';

/** The facts about a cluster that don't change while it runs. */
export interface Cluster {
  /** The folder with PostgreSQL's `bin`, `lib`, and `share`. */
  readonly native: string;
  /** The data folder, possibly a link to a place the account can enter. */
  readonly data: string;
  /** Where a new data folder is created before it is moved to `data` in one step. */
  readonly birthplace: string;
  readonly socket: string;
  readonly logFile: string;
  /** Null: the account of this process. */
  readonly runAs: RunAs | null;
  readonly durable: boolean;
}

const dataIn = (folder: string) => join(resolve(folder), 'data');

/** Creates the folders, and decides which account runs the cluster and where its parts go. */
export async function prepareCluster(given: string, durable: boolean): Promise<Cluster> {
  const folder = resolve(given);
  await mkdir(folder, { recursive: true });
  const runAs = await accountFor(folder);
  const data = dataIn(folder);
  const birthplace =
    !runAs || (await canEnter(data, runAs))
      ? `${data}.new`
      : join(await sharedPlace(), `data-${randomBytes(6).toString('hex')}`);
  const socket = await socketFolder(folder);
  await ownFolder(socket, runAs);
  return {
    native: await postgresBinaries(runAs),
    data,
    birthplace,
    socket,
    logFile: join(folder, 'log'),
    runAs,
    durable,
  };
}

/** Since PostgreSQL won't run as root, it runs as the owner of its data, at first "nobody". */
async function accountFor(folder: string): Promise<RunAs | null> {
  const me = process.getuid?.() ?? 0;
  const owner = await stat(dataIn(folder)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (me === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
  if (owner && owner.uid !== me) {
    throw new StartError(
      `The database in ${folder} belongs to another account (${owner.uid}): start as that account or as root, or set another DATA_DIR.`,
    );
  }
  return null;
}

/** A folder for the socket. Its path is limited to 103 bytes, and the account must be able to enter it. */
export async function socketFolder(given: string): Promise<string> {
  const folder = await realpath(resolve(given)).catch(() => resolve(given));
  const near = join(folder, 'socket');
  const runAs = await accountFor(folder);
  const enough = Buffer.byteLength(join(near, '.s.PGSQL.5432.lock')) <= 100;
  if (enough && (!runAs || (await canEnter(near, runAs)))) return near;
  return join(tmpdir(), `limelight-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/**
 * Creates a folder that only the account can enter. Under /tmp, someone else could have created it first.
 * @throws StartError when another account owns it.
 */
async function ownFolder(folder: string, runAs: RunAs | null): Promise<void> {
  const account = runAs?.uid ?? process.getuid?.() ?? 0;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await stat(folder);
  if (uid !== account && uid !== process.getuid?.())
    throw new StartError(
      `The folder ${folder}, which the database needs for its socket, belongs to another account: remove it.`,
    );
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
}

/**
 * The data folder with links resolved: PostgreSQL would otherwise need access to the folder containing the
 * link.
 */
export const realData = (cluster: Cluster): Promise<string> => realpath(cluster.data);
