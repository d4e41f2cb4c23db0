import { sql } from 'drizzle-orm';
import { BroadcastRows } from '#contract/trade/broadcasts/broadcasts.ts';
import type { Db } from '#backend/db/db.ts';
import { AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import { fansAmong, peopleIn } from '#backend/domain/trade/broadcasts/audience-query.ts';
import { type Runs, id, time } from './example-values.ts';

const at = new Date(time);
const cuts = ['UTC', 'Europe/Berlin'].map((zone) => ({ zone, from: time, to: '2026-12-01T00:00:00.000Z' }));

const groups = [
  { kind: 'followers' },
  { kind: 'subscribers', plans: [] },
  { kind: 'subscribers', plans: ['monthly'] },
  { kind: 'expired' },
  { kind: 'list', listId: id },
  { kind: 'spenders', tokens: 1, days: 30 },
  { kind: 'buyers', item: { kind: 'video', _id: id } },
] as const;
const outgoing = {
  performerId: id,
  audience: {
    include: groups.map((group) => ({ ...group, plans: 'plans' in group ? [...group.plans] : [] })),
    exclude: [{ kind: 'followers' as const }],
    excludeOwners: true,
  },
  fileIds: [id],
};
const everyFan = fansAmong(outgoing, peopleIn(outgoing, at), { time: at, cap: 3, outside: [id] });

const searches = (['newest', 'longest', 'spend'] as const).map((sort) => ({
  sort,
  limit: 2,
  offset: 0,
  state: 'active',
  type: 'monthly',
  q: 'a',
}));

export const trade = (db: Db): Runs => ({
  'trade/auctions/bids-query.ts': {
    lockWalletRows: (run) => run(db, { owners: '{}' }),
    writeLead: (run) =>
      run(db, {
        id,
        auction: id,
        bidder: id,
        seq: 1,
        amount: 1,
        maximum: null,
        automatic: false,
        at: time,
        ends: time,
      }),
  },
  'trade/broadcasts/audience-query.ts': {
    live: null,
    turnedTo: null,
    theseFans: (run) => db.execute(run([id]) as never),
    peopleIn: null,
    mutes: null,
    fansAmong: null,
    receives: null,
    countFans: (run) => run(db, outgoing, everyFan),
  },
  'trade/broadcasts/recipients-query.ts': {
    storeRecipients: (run) => run(db, id, { outgoing, fans: everyFan }),
    selectReceivers: (run) => run(db, outgoing, everyFan),
    markDelivered: (run) => run(db, id, { deliveries: [{ accountId: id, messageId: id }], time: at }),
    findReceiver: (run) =>
      Promise.all(
        AutomaticKind.options.map((kind) =>
          run(db, { performerId: id, accountId: id, kind, cause: '' }, { fans: everyFan, time: at }),
        ),
      ),
  },
  'trade/broadcasts/results-query.ts': {
    selectSold: (run) => run(db, id),
    countRead: (run) => run(db, id),
    selectBehind: (run) =>
      Promise.all(
        BroadcastRows.options.map((figure) =>
          run(db, { id, figure, visible: sql`true` }, { limit: 2, offset: 0 }),
        ),
      ),
    rowsBehind: (run) => db.execute(run({ id, figure: 'seen', visible: sql`true` }) as never),
  },
  'trade/shop/orders-waiting-query.ts': {
    problemsWaiting: (run) => run(db, id, 2),
    salesWaiting: (run) => run(db, id, { state: 'paid', most: 2 }),
  },
  'trade/subscriptions/members-query.ts': {
    countMembers: (run) => run(db, id, at),
    countLeft: (run) => run(db, id, { from: at, to: at }),
    selectCohorts: (run) =>
      Promise.all(cuts.map((cut) => run(db, id, { cut, since: at, now: at, months: 3 }))),
  },
  'trade/subscriptions/promotions-query.ts': {
    selectOffers: (run) =>
      Promise.all([id, null].map((userId) => run(db, { performerId: id, userId, time }))),
    selectBrought: (run) => run(db, [id], time),
  },
  'trade/subscriptions/subscriber-news-query.ts': {
    countFailed: (run) => run(db, id, 2),
    selectNewest: (run) => run(db, id, 2),
    countLost: (run) => Promise.all(cuts.map((cut) => run(db, id, { cut, from: time, to: time }))),
  },
  'trade/subscriptions/subscriber-search-query.ts': {
    selectSpending: (run) => Promise.all([time, null].map((since) => run(db, id, { fans: [id], since }))),
    selectFound: (run) => Promise.all(searches.map((search) => run(db, id, search))),
    rowsFound: (run) => db.execute(run(id, searches[0]) as never),
  },
});
