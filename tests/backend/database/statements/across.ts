import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time } from './example-values.ts';

const days = { from: '2026-01-01', to: '2026-12-01' };
const times = { from: time, to: '2026-12-01T00:00:00.000Z' };
const mediaKinds = ['feed', 'video', 'gallery', 'photo', 'product', 'auction', 'stream'];
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
  'across/statistics/views-query.ts': {
    writeViews: (run) => run(db, []),
    deleteMarks: (run) => run(db, '2026-01-01', 2),
    viewsBySource: (run) =>
      Promise.all(
        [id, undefined].map((itemId) => run(db, id, { ...days, before: '2026-01-01', itemId, most: 2 })),
      ),
    viewsByWeekHour: (run) =>
      Promise.all(['UTC', 'Europe/Berlin'].map((zone) => run(db, id, { cut: { zone, ...times }, ...times }))),
  },
  'across/statistics/items-query.ts': {
    viewsOfItems: (run) => run(db, id, days),
    unlocksOfItems: (run) => run(db, id, times),
    selectStreams: (run) => run(db, [id]),
    selectTalk: (run) => run(db, [{ kind: 'feed', id }], times),
  },
  'across/creator-home/planned-query.ts': {
    selectNext: (run) => run(db, id, { yesterday: time, count: 2 }),
    selectDated: (run) => run(db, id, { ...times, limit: 2 }),
  },
  'across/search/tags-query.ts': {
    selectPostTags: (run) => run(db, { read: 2, listed: 2 }),
    selectItemTags: (run) => run(db, 2),
  },
  'across/search/trending-query.ts': {
    writeScores: (run) => run(db, new Date(time)),
  },
  'across/moderation/copies-query.ts': {
    selectAlike: (run) => run(db, id),
    selectPlaces: (run) => run(db, [id], 2),
  },
  'across/moderation/evidence-query.ts': {
    selectMediaItem: (run) => Promise.all(mediaKinds.map((kind) => run(db, kind, id))),
    selectMediaFiles: (run) => Promise.all(mediaKinds.map((kind) => run(db, kind, id))),
    selectMessageFiles: (run) => run(db, id),
    isOther: null,
    selectOther: (run) => Promise.all(['account', 'comment', 'message'].map((kind) => run(db, kind, id))),
  },
  'across/moderation/transparency-query.ts': {
    selectNumbers: (run) => run(db, { from: new Date(time), to: new Date(time) }),
  },
});
