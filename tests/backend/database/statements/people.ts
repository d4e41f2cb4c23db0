import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#backend/db/db.ts';
import { type Runs, id, time } from './example-values.ts';

export const people = (db: Db): Runs => ({
  'people/accounts/signs-of-life-query.ts': { noteSeen: (run) => run(db, [id], new Date(time)) },
  'people/creators/categories-query.ts': { countCategories: (run) => run(db) },
  'people/creators/search-terms-query.ts': {
    termsQuery: (run) => run(db, { words: '{a}', texts: true }),
  },
  'people/creators/subscription-coverage-query.ts': {
    termsQuery: (run) => run(db, { performer: id, from: time }),
  },
  'people/creators/suggested-query.ts': {
    candidates: (run) => db.execute(run(sql`${'{a}'}::text[]`) as SQL),
  },
  'people/notifications/actors-query.ts': {
    findNewestActors: (run) => run(db, [id], sql`true`),
    findUnread: (run) => run(db, id, '{NO}'),
  },
  'people/notifications/notify-query.ts': {
    recipientQuery: (run) => run(db, { to: id, actor: id, once: 'a', mutable: true }),
    writeQuery: (run) =>
      run(db, {
        id,
        to: id,
        type: 'poll',
        key: 'a',
        text: 'a',
        phrase: 'a',
        href: 'a',
        actors: true,
        listed: true,
        digest: 'none',
        at: time,
      }),
    actorQuery: (run) => run(db, { id, actor: id, at: time }),
    countQuery: (run) => run(db, { id }),
  },
  'people/notifications/withdrawing-query.ts': {
    takeBack: (run) => run(db, { to: id, actor: id, key: 'a' }),
    forget: (run) => run(db, { to: id, actor: id }),
    dropEmpty: (run) => run(db, { id }),
  },
});
