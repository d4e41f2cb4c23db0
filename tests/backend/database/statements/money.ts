import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time } from './example-values.ts';

/** A range of which some days have been added up. */
const parts = { days: { from: '2026-01-01', to: '2027-03-04' }, rest: [{ from: time, to: time }] };
const asked = { performerId: id, parts, dimension: 'item', key: `feed:${id}` };
const earnings = { source: 'feed', userId: id, itemKind: 'feed', itemId: id, from: time, to: time };
const cursor = `0.${id}`;

export const money = (db: Db): Runs => ({
  'money/audit/ledger-rules-query.ts': { findBrokenRules: (run) => run(db) },
  'money/earnings/balance-query.ts': { findBalance: (run) => run(db, id, time) },
  'money/earnings/days-query.ts': {
    hasMovedBefore: (run) => run(db, time),
    sumDays: (run) => run(db, { performerId: id, from: '2026-01-01', to: '2026-01-02' }),
    takeOutDay: (run) => run(db, id, '2026-01-01'),
    writers: (run) => run(db),
  },
  'money/earnings/rows-query.ts': {
    pageOfRows: (run) => run(db, id, { ...earnings, cursor, limit: 1, offset: 0 }),
    sumMatching: (run) => run(db, id, { ...earnings, source: 'subscription', subscribers: 'renewed' }),
    countLost: (run) => run(db, id, { from: time, to: time }),
    sumByItemId: (run) => run(db, { performerId: id, kind: 'feed' }, [id]),
  },
  'money/earnings/sums-query.ts': {
    unsaved: null,
    sumByDay: (run) => run(db, { performerId: id, parts, cut: { zone: 'UTC', from: time, to: time } }),
    sumBySource: (run) => run(db, id, parts),
    balanceAndMovements: (run) => run(db, id, parts),
  },
  'money/earnings/tops-query.ts': {
    sumOfItem: (run) => run(db, asked),
    bestKeys: (run) => run(db, { ...asked, dimension: 'fan' }, 1),
    sumByItem: (run) => run(db, asked),
    bestPosts: (run) => run(db, asked, 1),
    titlesOf: (run) => run(db, [id]),
  },
});
