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

/** Fills an empty database with the demo world. Answers whether the demo accounts are there. */
export async function furnish(world: World, tell: (step: string, state: string) => void): Promise<boolean> {
  if (await isEmpty(world.db)) {
    const [{ seed }, { createSeedPictures }] = await Promise.all([
      import('../db/seed/seed.ts'),
      import('./seed-pictures.ts'),
    ]);
    tell('demo world', 'making people, pictures and posts …');
    const started = performance.now();
    await seed(world, { pictures: createSeedPictures() });
    tell('demo world', `made (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
  return hasDemoAccounts(world.db);
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await rowsOf(db.execute(sql`SELECT 1 FROM accounts LIMIT 1`))).length === 0;
const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await rowsOf(db.execute(sql`SELECT 1 FROM accounts WHERE username IN ('demo-fan', 'demo-creator')`)))
    .length === 2;
