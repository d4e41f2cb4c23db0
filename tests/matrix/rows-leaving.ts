import { eq } from 'drizzle-orm';
import { dataExports } from '#backend/db/schema/accounts.ts';
import { type Row, members } from './row.ts';

export const leavingRows = {
  'GET /auth/export': [{ cells: members(200) }],
  'POST /auth/export': [
    {
      cells: members(201),
      async given({ app, accountOf }, who) {
        await app.db.delete(dataExports).where(eq(dataExports.accountId, accountOf(who).id));
        return {};
      },
    },
    {
      case: 'while one is being prepared',
      cells: members(409),
      async given({ app, accountOf }, who) {
        const [id, accountId] = [app.ports.ids(), accountOf(who).id];
        const createdAt = app.ports.clock.now();
        await app.db
          .insert(dataExports)
          .values({ id, accountId, state: 'preparing', createdAt })
          .onConflictDoNothing();
        return {};
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
