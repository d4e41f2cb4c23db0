import type { SQL } from 'drizzle-orm';
import { justOne } from '#backend/domain/base/access/last-seen-query.ts';
import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time, viewer } from './example-values.ts';

const moment = new Date(time);
const page = { after: id, limit: 1 };
const pages = ['profile', 'post', 'series', 'video', 'gallery', 'product', 'auction'].map((kind) => ({
  kind,
  moment,
}));
const admission = { key: 'a', accountId: id, sessionId: id, ownerId: id, itemId: id, places: '{NO}' };

export const base = (db: Db): Runs => ({
  'base/access/blocks-query.ts': { findBlocks: (run) => run(db, id) },
  'base/access/facts-query.ts': {
    hadFree: null,
    agreedWith: null,
    factsQuery: (run) => run(db, { ...viewer, owners: '{}', items: '{}', files: '{}', moment: time }),
  },
  'base/access/followed-query.ts': { followedBy: (run) => db.execute(run(id, moment) as SQL) },
  'base/access/interested-query.ts': {
    findAlerted: (run) => run(db, { performerId: id, moment }, page),
    findInterested: (run) => run(db, { id, performerId: id, moment, what: 'live' }, page),
  },
  'base/access/last-seen-query.ts': {
    justOne: null,
    lastConnections: (run) => run(db, justOne(id)),
  },
  'base/access/lost-access-query.ts': { findPossiblyLost: (run) => run(db, [admission]) },
  'base/access/media-standing-query.ts': {
    findStanding: (run) => run(db, { file: id, ...viewer, moment: time }),
  },
  'base/access/operators-query.ts': { findStanding: (run) => run(db, { id, sessionId: id }, moment) },
  'base/access/own-subscriptions-query.ts': {
    findOwnSubscriptions: (run) => run(db, { userId: id, performerIds: [id], moment }),
  },
  'base/access/sealed-query.ts': {
    fileSealed: null,
    sealedItems: null,
    isSealed: (run) => run(db, id),
    exportHoldsSealed: (run) => run(db, id),
  },
  'base/access/taken-down-query.ts': {
    areTakenDown: (run) => run(db, { kind: 'feed', ids: [id], fileIds: [id] }),
  },
  'base/files/removed-pictures-query.ts': {
    lockRemovedPictures: (run) => run(db),
    lockListShared: (run) => run(db),
    closest: (run) => run(db, 1n),
  },
  'base/ledger/forgetting-query.ts': { forgetWords: (run) => run(db, id) },
  'base/ledger/ledger-query.ts': {
    writeEntry: (run) => run(db, { postings: '[]', facts: '{}' }),
    balanceSum: null,
    balanceQuery: (run) => run(db, { kind: 'wallet', owner: id }),
  },
  'base/ledger/refundable-query.ts': {
    refundableSum: null,
    refundableTokens: (run) => run(db, id),
  },
  'base/site/site-map-query.ts': {
    startsOfParts: (run) => Promise.all(pages.map((each) => run(db, each))),
    findPages: (run) => Promise.all(pages.map((each) => run(db, each, id))),
  },
});
