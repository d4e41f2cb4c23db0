import { sql } from 'drizzle-orm';
import type { BackendConfig } from '../context.ts';
import type { Db } from '../db/db.ts';
import { rowsOf } from '../db/db.ts';
import type { Ports } from '../ports.ts';
import type { SiteSettings } from '../settings.ts';

export interface World {
  readonly db: Db;
  readonly ports: Ports;
  readonly settings: SiteSettings;
  readonly config: Omit<BackendConfig, 'demo'>;
}

/** Any fixed number of its own. */
const SEED_LOCK = 7_240_912;

/** Fills an empty database with the demo world. Answers whether the demo accounts are there. */
export async function furnish(world: World, tell: (step: string, state: string) => void): Promise<boolean> {
  if (await isEmpty(world.db)) await alone(world.db, () => make(world, tell));
  return hasDemoAccounts(world.db);
}

/** Processes that start together on one empty database queue here; the second finds it furnished. */
const alone = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(SEED_LOCK))})`);
    if (await isEmpty(tx)) await work();
  });

async function make(world: World, tell: (step: string, state: string) => void): Promise<void> {
  const [{ seed }, { createSeedPictures }] = await Promise.all([import('../db/seed/seed.ts'), import('./seed-pictures.ts')]);
  tell('demo world', 'making people, pictures and posts …');
  const started = performance.now();
  await seed(world, { pictures: createSeedPictures() });
  tell('demo world', `made (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const isEmpty = async (db: Db): Promise<boolean> => (await rowsOf(db.execute(sql`SELECT 1 FROM accounts LIMIT 1`))).length === 0;
const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await rowsOf(db.execute(sql`SELECT 1 FROM accounts WHERE username IN ('demo-fan', 'demo-creator')`))).length === 2;
