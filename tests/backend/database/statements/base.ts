import type { Db } from '#backend/db/db.ts';
import { type Runs, time, viewer } from './example-values.ts';

export const base = (db: Db): Runs => ({
  'base/access/facts-query.ts': {
    hadFree: null,
    agreedWith: null,
    factsQuery: (run) => run(db, { ...viewer, owners: '{}', items: '{}', files: '{}', moment: time }),
  },
});
