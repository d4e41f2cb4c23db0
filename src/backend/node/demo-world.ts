import { sql } from 'drizzle-orm';
import type { BackendConfig } from '../kernel/context.ts';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/db.ts';
import type { SeedPictures } from '../demo/pictures.ts';
import type { Ports } from '../ports.ts';
import type { DatabasePool } from './database/database-pool.ts';
import type { SiteSettings } from '../kernel/settings.ts';

export interface DemoDeps {
  readonly db: Db;
  /** Absent where nobody else can be furnishing the same database. */
  readonly pool?: Pick<DatabasePool, 'own'>;
  readonly ports: Ports;
  readonly settings: SiteSettings;
  readonly config: Omit<BackendConfig, 'demo'>;
}

type Tell = (step: string, state: string) => void;

/** Any fixed number, other than those of migrations and seed. */
const FURNISH_LOCK = 7_240_913;

/** Fills an empty database with the demo world. Answers whether the demo accounts are there. */
export async function furnish(deps: DemoDeps, tell: Tell, pictures?: SeedPictures): Promise<boolean> {
  if (await isEmpty(deps.db)) await alone(deps, tell, () => make(deps, tell, pictures));
  return hasDemoAccounts(deps.db);
}

/**
 * Does `work` unless another process has done it meanwhile. The lock ends with its connection, so also with a
 * process that is killed.
 */
async function alone({ db, pool }: DemoDeps, tell: Tell, work: () => Promise<void>): Promise<void> {
  if (!pool) return work();
  const holder = await pool.own();
  try {
    const { rows } = await holder.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      FURNISH_LOCK,
    ]);
    if (!rows[0]?.mine) {
      tell('demo world', 'another process is creating it …');
      await holder.query('SELECT pg_advisory_lock($1)', [FURNISH_LOCK]);
    }
    if (await isEmpty(db)) await work();
  } finally {
    await holder.end();
  }
}

async function make(deps: DemoDeps, tell: Tell, pictures?: SeedPictures): Promise<void> {
  const [{ seed }, { createSeedPictures }] = await Promise.all([
    import('../demo/seed.ts'),
    import('./media/seed-pictures.ts'),
  ]);
  tell('demo world', 'creating people, pictures and posts …');
  const started = performance.now();
  await seed(deps, { pictures: pictures ?? createSeedPictures() });
  tell('demo world', `made (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await rowsOf(db.execute(sql`SELECT 1 FROM accounts LIMIT 1`))).length === 0;
const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await rowsOf(db.execute(sql`SELECT 1 FROM accounts WHERE username IN ('demo-fan', 'demo-creator')`)))
    .length === 2;
