import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time } from './example-values.ts';

const quotes = [
  { id, number: null, statement: null, text: '' },
  { id: null, number: 'K7Q3F-92XMA', statement: { number: 'S', month: '2026-03', of: 'a' }, text: 'a' },
];

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
  'across/operator/currency-query.ts': {
    costsLess: (run) => run(db, 50),
    hasMoney: (run) => run(db),
  },
  'across/operator/figures-query.ts': {
    selectDays: (run) => run(db, { from: '2026-01-01', to: '2026-01-02' }),
  },
  'across/operator/health-query.ts': {
    ping: (run) => run(db),
    databaseSize: (run) => run(db),
    openEvents: (run) => run(db),
    openFiles: (run) => run(db, time),
    liveStreams: (run) => run(db),
  },
  'across/operator/queues-query.ts': {
    countWaiting: (run) => run(db),
  },
  'across/operator/desk/person-query.ts': {
    countWorks: (run) => run(db, id),
    selectEvents: (run) =>
      Promise.all([null, { createdAt: new Date(time), id }].map((last) => run(db, id, { last, limit: 2 }))),
  },
  'across/operator/desk/things-query.ts': {
    selectThings: (run) => Promise.all(quotes.map((quoted) => run(db, quoted, time))),
  },
});
