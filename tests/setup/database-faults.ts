import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fetchRows } from '#backend/db/db.ts';
import type { TestDatabase } from './database.ts';
import type { Place } from './killing.ts';

/** The server's process id and those of its children. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
  return [pid, ...children.map(Number)];
}
const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Already gone.
    }
  }
};

/** Retries while the database restarts. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 300; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

const postmaster = ({ db }: TestDatabase) =>
  patiently(async () => {
    const rows = await fetchRows<{ pid: number }>(db.execute(sql`SELECT pg_backend_pid() AS pid`));
    const stat = readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  });

/** Faults of a PostgreSQL under load, by name. */
export const databaseFaults = (frozenMs: number): Record<string, (place: Place) => Promise<void>> => ({
  'kill -9 of PostgreSQL': async (place) => place.killDatabase?.(),
  'kill -9 of one of its backends': async ({ database }) => {
    const backends = family(await postmaster(database)).slice(1);
    signal(backends.slice(Math.floor(Math.random() * backends.length)).slice(0, 1), 'SIGKILL');
  },
  'a restart of PostgreSQL': async ({ database }) => signal([await postmaster(database)], 'SIGINT'),
  'every connection ended': ({ database: { db } }) =>
    patiently(
      async () =>
        void (await db.execute(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        )),
    ),
  [`PostgreSQL frozen for ${frozenMs / 1000} s`]: async ({ database }) => {
    const all = family(await postmaster(database));
    signal(all, 'SIGSTOP');
    await sleep(frozenMs);
    signal(all, 'SIGCONT');
  },
});
