import { sql } from 'drizzle-orm';
import type { Db } from '#backend/db/db.ts';
import { conversationMembers } from '#backend/db/schema/messages.ts';
import { type Runs, id, time } from './example-values.ts';

const at = new Date(time);
const message = {
  senderId: id,
  type: 'text',
  text: 'a',
  price: 0,
  includedInSubscription: false,
  fileIds: [],
};
const searches = (['anyone', 'me', 'others'] as const).flatMap((from) =>
  [undefined, id].map((conversationId) => ({
    query: { conversationId, from, limit: 2 },
    viewer: id,
    words: { whole: ['a'], begun: 'b' },
    older: undefined,
    visible: sql`true`,
    most: 2,
  })),
);

export const talk = (db: Db): Runs => ({
  'talk/messages/mass-delivery-query.ts': {
    makeConversations: (run) =>
      run(db, { senderId: id, pairs: [{ id, pairKey: 'a', accountId: id }], time: at }),
    writeMessages: (run) =>
      Promise.all(
        ['mass', 'auto'].map((source) =>
          run(
            db,
            { ...message, source },
            { pairs: [{ accountId: id, conversationId: id, messageId: id }], time: at },
          ),
        ),
      ),
    attachFiles: (run) => run(db, [id], [id]),
    showMessages: (run) => run(db, [id], at),
    countMessages: (run) => run(db, [id], { senderId: id, time: at }),
    selectOnline: (run) => run(db, [id], time),
    lockConversationsWith: (run) => run(db, [id]),
    lockMessages: (run) => run(db, [id]),
    markDeleted: (run) => run(db, [id], at),
    noteChanges: (run) => run(db, [id]),
    uncountMessages: (run) => run(db, [id], id),
    showEarlier: (run) => run(db, [id], at),
  },
  'talk/messages/searching-query.ts': {
    otherThan: null,
    selectNewest: (run) => Promise.all(searches.map((search) => run(db, search))),
  },
  'talk/messages/unread-query.ts': {
    countUnread: (run) => run(db, id),
  },
  'talk/messages/inbox/waiting-query.ts': {
    selectUnanswered: (run) => run(db, { viewer: id, since: time, visible: sql`true`, most: 2 }),
    selectRequests: (run) => run(db, { viewer: id, visible: sql`true`, most: 2 }),
    countFolders: (run) => {
      const some = db.select({ one: sql`1` }).from(conversationMembers);
      return run(db, { unread: some, requests: some });
    },
  },
});
