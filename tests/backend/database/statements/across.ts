import type { Db } from '#backend/db/db.ts';
import { type Runs, id } from './example-values.ts';

export const across = (db: Db): Runs => ({
  'across/leaving/unsettled-query.ts': {
    countAwaited: (run) => run(db, id),
    countUnsettled: (run) => run(db, id),
    findWaits: (run) => run(db, id),
  },
  'across/leaving/erasing/counted-query.ts': {
    leaveNotifications: (run) => run(db, id),
    leaveLists: (run) => run(db, id),
    dropSearchTerms: (run) => run(db),
  },
});
