import type { SQL } from 'drizzle-orm';
import { ofPayer } from '#backend/domain/money/payments/history-query.ts';
import { ofWallet } from '#backend/domain/money/wallet/charge-history-query.ts';
import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time } from './example-values.ts';

/** A range of which some days have been added up. */
const parts = { days: { from: '2026-01-01', to: '2027-03-04' }, rest: [{ from: time, to: time }] };
const asked = { performerId: id, parts, dimension: 'item', key: `feed:${id}` };
const earnings = { source: 'feed', userId: id, itemKind: 'feed', itemId: id, from: time, to: time };
const cursor = `0.${id}`;

const history = { performerId: id, from: time, to: time, q: 'a', cursor, limit: 1, offset: 0 };
const referrals = {
  ...history,
  referrerId: id,
  time: new Date(time),
  state: 'active',
};

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
    findTitles: (run) => run(db, [id]),
  },
  'money/payments/history-query.ts': {
    ofPayer: null,
    anyPaidByCard: (run) => db.execute(run(ofPayer(id, history)) as SQL),
    pageOfPayments: (run) => run(db, ofPayer(id, { ...history, kind: 'top_up' }), history),
  },
  'money/referrals/bonds-query.ts': { bondBetween: null, findBond: (run) => run(db, id, id) },
  'money/referrals/earnings-query.ts': {
    countOwn: (run) => run(db, id, new Date(time)),
    sumShares: (run) => run(db, id, { from: time, to: time, referral: id }),
    pageOfShares: (run) => run(db, id, { ...history, referral: id }),
    countShares: (run) => run(db, id, {}),
  },
  'money/referrals/news-query.ts': {
    lookAt: (run) => run(db, id, { time: new Date(time), limit: 1 }),
    markSeen: (run) => run(db, [id], new Date(time)),
    findVoid: (run) => run(db, [id], new Date(time)),
    findSources: (run) => run(db, [id], new Date(time)),
  },
  'money/referrals/people-query.ts': {
    referralState: null,
    pageOfReferrals: (run) => run(db, referrals),
    countReferrals: (run) => run(db, referrals),
  },
  'money/wallet/charge-history-query.ts': {
    ofWallet: null,
    anyMovement: (run) => db.execute(run(ofWallet(id, history)) as SQL),
    pageOfMovements: (run) =>
      run(db, ofWallet(id, { ...history, kind: 'tip' }), { beforeSeq: 1, limit: 1, offset: 0 }),
  },
  'money/wallet/spending-query.ts': {
    sumSpent: (run) => run(db, { accountId: id, from: new Date(time), to: new Date(time), tokenRate: 10 }),
  },
  'money/wallet/statements-query.ts': {
    paidByMonth: (run) => run(db, id, id),
    pageOfPaidCreators: (run) => run(db, id, { offset: 0, limit: 1 }),
    countPaidCreators: (run) => run(db, id),
  },
  'money/wallet/tip-query.ts': { targetQuery: (run) => run(db, { performer: id, feed: id }) },
});
