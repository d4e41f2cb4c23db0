import { sql } from 'drizzle-orm';
import type { BackendConfig } from '../kernel/context.ts';
import type { Db } from '../db/db.ts';
import { fetchRows } from '../db/db.ts';
import type { SeedPictures } from '../demo/pictures.ts';
import type { Ports } from '../ports/ports.ts';
import type { DatabasePool } from './database/database-pool.ts';
import type { SiteSettings } from '../kernel/settings.ts';

export interface DemoDeps {
  readonly db: Db;
  /** Absent when no other process can be filling the same database. */
  readonly pool?: Pick<DatabasePool, 'direct'>;
  readonly ports: Ports;
  readonly settings: SiteSettings;
  readonly config: Omit<BackendConfig, 'demo'>;
}

type PrintStep = (step: string, state: string) => void;

/** An arbitrary fixed number, different from the locks of migrations and the seed. */
const SEED_DEMO_LOCK = 7_240_913;

/** Fills an empty database with the demo data. Returns whether the demo accounts exist. */
export async function seedDemo(
  deps: DemoDeps,
  printStep: PrintStep,
  pictures?: SeedPictures,
): Promise<boolean> {
  if (await isEmpty(deps.db))
    await runAlone(deps, printStep, () => createDemoData(deps, printStep, pictures));
  return hasDemoAccounts(deps.db);
}

/**
 * Runs `work` unless another process has done it in the meantime. The lock is released with its connection,
 * so also when the process is killed.
 */
async function runAlone(
  { db, pool }: DemoDeps,
  printStep: PrintStep,
  work: () => Promise<void>,
): Promise<void> {
  if (!pool) return work();
  const holder = await pool.direct();
  try {
    const { rows } = await holder.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      SEED_DEMO_LOCK,
    ]);
    if (!rows[0]?.mine) {
      printStep('demo data', 'another process is creating it …');
      await holder.query('SELECT pg_advisory_lock($1)', [SEED_DEMO_LOCK]);
    }
    if (await isEmpty(db)) await work();
  } finally {
    await holder.end();
  }
}

async function createDemoData(deps: DemoDeps, printStep: PrintStep, pictures?: SeedPictures): Promise<void> {
  const [{ seed }, { createSeedPictures }] = await Promise.all([
    import('../demo/seed.ts'),
    import('./media/seed-media.ts'),
  ]);
  printStep('demo data', 'creating people, pictures and posts …');
  const started = performance.now();
  await seed(deps, { pictures: pictures ?? createSeedPictures() });
  printStep('demo data', `created (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await fetchRows(db.execute(sql`SELECT 1 FROM accounts LIMIT 1`))).length === 0;
const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await fetchRows(db.execute(sql`SELECT 1 FROM accounts WHERE username IN ('demo-fan', 'demo-creator')`)))
    .length === 2;
