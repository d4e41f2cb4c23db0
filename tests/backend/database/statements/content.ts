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
    linesQuery: (run) => run(db, { posts: '{}', moment: time }),
  },
  'content/posts/timeline-query.ts': {
    pageQuery: null,
    pinnedQuery: (run) => (run(db) as { execute(values: object): unknown }).execute(timeline),
    runPage: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
    countPosts: (run) => Promise.all(shapes.map((shape) => run({ db }, { shape, values: timeline }))),
  },
});
