import { type SQL, sql } from 'drizzle-orm';
import { ownedByBuyer } from '#backend/domain/content/galleries/photos-query.ts';
import { matchPurchases } from '#backend/domain/content/library/purchases-query.ts';
import { statement } from '#backend/db/statement.ts';
import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time, viewer } from './example-values.ts';

const scopes = ['home', 'subscribed', 'discover', 'category', 'performer', 'list', 'public'] as const;
const shapes = scopes.flatMap((scope) =>
  [true, false].flatMap((yes) =>
    [true, false, undefined].map((free) => ({
      scope,
      byType: yes,
      free,
      afterCursor: yes,
      count: 3,
      skip: 0,
    })),
  ),
);
const timeline = {
  ...viewer,
  moment: time,
  performer: id,
  type: 'text',
  category: 'music',
  list: id,
  at: time,
  after: id,
};

const page = { cursor: `0.${id}`, limit: 1, offset: 0 };
const everyKind = ['feed', 'video', 'gallery', 'photo', 'product', 'auction'];
const cards = everyKind.filter((kind) => kind !== 'feed');
const library = { ...page, kind: 'feed', q: 'a' } as const;
const videos = ['newest', 'popular'].map((sort) => ({ ...page, sort, performerId: id, tag: 'a', q: 'a' }));

export const content = (db: Db): Runs => ({
  'content/community/reactions-query.ts': {
    ownQuery: (run) => run(db, { viewer: id, type: 'feed', ids: '{}' }),
  },
  'content/library/collections-query.ts': {
    contentsQuery: (run) => run(db, { ...viewer, ids: '{}' }),
  },
  'content/library/collection-items-query.ts': {
    collectionPageQuery: (run) =>
      run(db, { ...viewer, collection: id, at: time, after: id, limit: 1, offset: 0 }),
    collectionTotalQuery: (run) => run(db, { ...viewer, collection: id }),
  },
  'content/posts/series/lines-query.ts': {
    listedQuery: (run) => run(db, { series: '{}', moment: time }),
  },
  'content/posts/timeline-query.ts': {
    pageQuery: null,
    pinnedQuery: (run) => (run(db) as { execute(values: object): unknown }).execute(timeline),
    runPage: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
    countPosts: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
  },
  'content/community/new-followers-query.ts': {
    countFollowersByDay: (run) =>
      run(db, {
        performerId: id,
        range: { from: time, to: time },
        cut: { zone: 'UTC', from: time, to: time },
      }),
  },
  'content/galleries/photos-query.ts': {
    filesOfPartlyBought: (run) => run(db, id, [id]),
    ownedByBuyer: null,
    countOwned: (run) => run(db, id, [id]),
    findSold: (run) => run(db, [id]),
    orderPhotos: (run) => run(db, id, [id]),
    countPhotos: (run) => run(db, ownedByBuyer(id)),
    pageOfPhotos: (run) => run(db, ownedByBuyer(id), { limit: 1, offset: 0 }),
  },
  'content/library/bookmarks-query.ts': {
    canSee: null,
    findMarks: (run) =>
      Promise.all(
        everyKind.map((kind) => run(db, kind, { ...viewer, at: time, after: id, limit: 1, offset: 0 })),
      ),
    countMarks: (run) => Promise.all(everyKind.map((kind) => run(db, kind, viewer))),
  },
  // The queries of collections run it.
  'content/library/collected-query.ts': { shownIn: null },
  'content/library/creator-lists-query.ts': { findMembers: (run) => run(db, [id], sql`true`) },
  'content/library/purchases-query.ts': {
    matchPurchases: null,
    anyPurchase: (run) => db.execute(run(matchPurchases(id, library)) as SQL),
    pageOfPurchases: (run) => run(db, matchPurchases(id, library), page),
  },
  'content/library/unfinished-query.ts': { findUnfinished: (run) => run(db, id) },
  'content/media-items/co-creators-query.ts': {
    pendingTags: (run) => db.execute(run(id, sql`true`) as SQL),
  },
  'content/media-items/media-cards-query.ts': {
    findCards: (run) => Promise.all(cards.map((kind) => run(db, kind, [id]))),
  },
  'content/media-items/objects-query.ts': {
    findObjects: (run) => Promise.all(everyKind.map((kind) => run(db, kind, [id]))),
    findOwner: (run) => Promise.all(everyKind.map((kind) => run(db, kind, id))),
    addCounts: (run) => Promise.all(everyKind.map((objectType) => run(db, { objectType, id }, { likes: 1 }))),
    lockRow: (run) => Promise.all(everyKind.map((kind) => run(db, kind, id))),
    takeReactions: (run) => run(db, 'feed', id),
  },
  'content/posts/publish-due-query.ts': { findDue: (run) => run(db, new Date(time)) },
  'content/posts/search-query.ts': {
    matchingPosts: (run) => run(db, { ...page, q: 'a', performerId: id, type: 'text', free: true }),
  },
  'content/posts/series/creator-list-query.ts': {
    listedSeries: (run) => db.execute(run(id, new Date(time)) as SQL),
  },
  'content/posts/series/members-query.ts': { renumber: (run) => run(db, id, [id]) },
  'content/publishing/publish-media-items-query.ts': { waitingFor: (run) => run(db, id) },
  'content/videos/search-query.ts': {
    pageOfVideos: (run) =>
      Promise.all(
        videos.flatMap(({ performerId, ...query }) =>
          [{ ...query, performerId }, query].map((each) => statement('videos', run(each) as SQL)(db, viewer)),
        ),
      ),
    countVideos: (run) => Promise.all(videos.map((query) => run(db, query))),
    relatedTo: (run) => statement('videos', run(id, 1) as SQL)(db, viewer),
  },
  'content/videos/watching-query.ts': {
    addView: (run) => run(db, id, { key: 'a', moment: new Date(time), until: new Date(time) }),
  },
});
