import type { Db } from '#backend/db/db.ts';
import type { Runs } from './example-values.ts';

export const trade = (_db: Db): Runs => ({});
